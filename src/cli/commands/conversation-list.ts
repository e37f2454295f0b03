import { type Command, Option } from 'commander';
import { RunListTable } from '../../aws/run-list-table.ts';
import {
  type ConversationRow,
  type ConversationsQuery,
  conversationsQuery,
  runStatus,
} from '../../contract/admin/conversation-list.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { limits } from '../../contract/limits.ts';
import { addDays, dayStart } from '../../domain/runs/local-time.ts';
import { cursorOf, positionOf, questionOf } from '../../operations/list-cursor.ts';
import { type ListPorts, listConversations } from '../../operations/reports/list-conversations.ts';
import { csvOf } from '../../operations/reports/to-csv.ts';
import { describeTable } from '../describe-table.ts';
import { UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { asking, type CsvOption, printReport, questionIn, reportPorts, withCsv } from '../report-options.ts';
import type { TargetOptions } from '../target.ts';

type Filters = Omit<ConversationsQuery, 'limit' | 'cursor'>;

interface Options extends TargetOptions, JsonOption, CsvOption {
  readonly tenant: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly [filter: string]: unknown;
}

/** `conversation list` */
export function conversationList(io: Io): Command {
  return withCsv(
    withTarget(
      newCommand('list', 'list conversations as they stand, the latest first', [
        'conversation list --tenant acme --local',
        'conversation list --tenant acme --stage prod --status waiting',
        'conversation list --tenant acme --stage prod --channel chatapp --user 4915112345678 --json',
      ]),
    ),
  )
    .requiredOption('--tenant <id>', 'whose conversations')
    .addOption(new Option('--status <status>', 'only conversations in this state').choices(runStatus.options))
    .option('--flow <id>', 'only what began in this flow')
    .option('--version <version>', 'and in this version of it')
    .option('--channel <name>', 'only this channel')
    .option('--place <id>', 'only this widget, or account of that channel')
    .option('--user <id>', 'only this user of that channel')
    .option('--from <time>', 'since then: a day on the tenant’s clocks, or a time like 2026-10-25T14:00:00Z')
    .option('--to <time>', 'until the end of this day, or before this time')
    .option('--limit <count>', 'how many', String(limits.listItems))
    .option('--cursor <cursor>', 'the next page, by what the last one printed')
    .action(async (options: Options) => {
      const { tenant: tenantId } = options;
      const wanted = Number(options.limit);
      if (!Number.isSafeInteger(wanted) || wanted < 1)
        throw new UsageError('--limit takes a whole number from 1.');
      const ports = await reportPorts(options, io);
      const filters = filtersIn(options, ports.zone);
      const question = questionOf(tenantId, 'list-conversations', filters);
      const { clients, tablePrefix, idKeys } = ports.records.target;
      const given = options.cursor;
      const after = await asking(
        (async () => (given === undefined ? null : positionOf(await idKeys(), given, question)))(),
      );
      const runList = new RunListTable(clients.dynamodb, tablePrefix);
      const asked = { ...filters, tenantId, after, wanted };
      const { items, cursor: position } = await gather({ runList, nowMs: io.nowMs }, asked);
      const cursor = position === null ? null : cursorOf(await idKeys(), question, position);
      printReport(io, options, {
        text: () => (items.length === 0 ? `${tenantId} has no such conversations.` : inTable(items)),
        data: { items, cursor },
        csv: () => csvOf([csvNames, ...items.map(csvRow)]),
      });
      if (cursor !== null && !options.json) io.err(`There are more: --cursor ${cursor}`);
    });
}

function filtersIn(options: Options, zone: string): Filters {
  const { status, flow, version, channel, place, user, from, to } = options;
  const day = /^\d{4}-\d\d-\d\d$/;
  const timeOf = (text: string | undefined, days: number) =>
    text !== undefined && day.test(text) && !Number.isNaN(Date.parse(text))
      ? new Date(dayStart(zone, addDays(text, days))).toISOString()
      : text;
  return questionIn(conversationsQuery, {
    ...{ status, flow, version, channel, place, user },
    ...{ from: timeOf(from, 0), to: timeOf(to, 1) },
  });
}

/** Pages together: one may be short, or tell again of a conversation that another has told of. */
async function gather(
  ports: ListPorts,
  {
    wanted,
    after,
    ...asked
  }: Filters & { readonly tenantId: string; readonly wanted: number; readonly after: string | null },
): Promise<Page<ConversationRow>> {
  const rows = new Map<string, ConversationRow>();
  for (let position = after; ; ) {
    const limit = Math.min(limits.listItemsMax, wanted - rows.size);
    const page = await listConversations(ports, { ...asked, limit, after: position });
    for (const row of page.items) if (!rows.has(row.conversationId)) rows.set(row.conversationId, row);
    position = page.cursor;
    if (position === null || rows.size >= wanted) return { items: [...rows.values()], cursor: position };
  }
}

function inTable(items: readonly ConversationRow[]): string {
  return describeTable(
    [
      'last active',
      'conversation',
      'status',
      'channel',
      'place',
      'user',
      'flow',
      'messages',
      'queue',
      'owner',
    ],
    items.map(({ conversationId, status, channel, place, userId, flow, messages, ...row }) => [
      row.lastActivityAt,
      conversationId,
      status,
      channel,
      place ?? '',
      userId,
      `${flow.id}@${flow.version}/${flow.stepId}`,
      `${messages.visitor}+${messages.bot}+${messages.agent}`,
      row.queue ?? '',
      row.owner ?? '',
    ]),
  );
}

const csvNames = [
  ...['conversationId', 'runId', 'status', 'channel', 'place', 'userId', 'flow', 'version', 'stepId'],
  ...['startedAt', 'lastActivityAt', 'endedAt', 'visitor', 'bot', 'agent', 'handoffs', 'queue', 'owner'],
  ...['language', 'failedTurns'],
];

function csvRow({ flow, messages, ...row }: ConversationRow) {
  return [
    ...[row.conversationId, row.runId, row.status, row.channel, row.place, row.userId],
    ...[flow.id, flow.version, flow.stepId, row.startedAt, row.lastActivityAt, row.endedAt],
    ...[messages.visitor, messages.bot, messages.agent, row.handoffs, row.queue, row.owner],
    ...[row.language, row.failedTurns],
  ];
}
