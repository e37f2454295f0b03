import { type Command, Option } from 'commander';
import { RunListTable } from '../../aws/run-list-table.ts';
import {
  type ConversationRow,
  type ConversationsQuery,
  conversationsQuery,
  runStatus,
} from '../../contract/admin/conversations.ts';
import type { Page } from '../../contract/admin/lists.ts';
import { priorities } from '../../contract/labels.ts';
import { limits } from '../../contract/limits.ts';
import type { MessageUpdate } from '../../contract/queue-records.ts';
import { runsOutAtMs } from '../../domain/due-time.ts';
import { addDays, dayStart } from '../../domain/runs/local-time.ts';
import {
  readTranscript,
  type Transcript,
  type TranscriptMessage,
} from '../../operations/inspect/trace-message.ts';
import { cursorOf, questionOf } from '../../operations/list-cursor.ts';
import { type ListPorts, listConversations } from '../../operations/reports/list-conversations.ts';
import { csvOf } from '../../operations/reports/to-csv.ts';
import { withEndedRun } from '../../operations/turn/end-run.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, onOneLine, printResult, setIn } from '../io.ts';
import { type JsonOption, type LimitOption, limitOption, newTargetCommand } from '../new-command.ts';
import { describeTable, openRecords, tenantsToSearch } from '../records.ts';
import {
  type CsvOption,
  positionIn,
  printReport,
  questionIn,
  reportPorts,
  withCsv,
} from '../report-options.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';

type Filters = Omit<ConversationsQuery, 'limit' | 'cursor'>;

interface Options extends TargetOptions, JsonOption, CsvOption, LimitOption {
  readonly tenant: string;
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly [filter: string]: unknown;
}

/** `conversation list` */
export function conversationList(io: Io): Command {
  return withCsv(
    newTargetCommand('list', 'list conversations, latest first', [
      'conversation list --tenant acme --local',
      'conversation list --tenant acme --stage prod --status waiting',
      'conversation list --tenant acme --stage prod --channel chatapp --user 4915112345678 --json',
    ]),
  )
    .requiredOption('--tenant <id>', 'the tenant')
    .addOption(
      new Option('--status <status>', 'only conversations with this status').choices(runStatus.options),
    )
    .option('--flow <id>', 'only conversations that started in this flow')
    .option('--version <version>', 'only this version of the flow')
    .option('--channel <name>', 'only this channel')
    .option('--place <id>', 'only this widget or channel account')
    .option('--label <id>', 'only conversations with this label')
    .addOption(new Option('--priority <priority>', 'only conversations of this priority').choices(priorities))
    .option('--user <id>', 'only this user of that channel')
    .option(
      '--from <time>',
      'from this day in the tenant’s time zone, or a time such as 2026-10-25T14:00:00Z',
    )
    .option('--to <time>', 'until the end of this day, or before this time')
    .addOption(limitOption('the maximum number of conversations', limits.listItems))
    .option('--cursor <cursor>', 'the next page: the cursor printed by the last one')
    .action(async (options: Options) => {
      const { tenant: tenantId, limit: wanted } = options;
      const ports = await reportPorts(options, io);
      const filters = filtersIn(options, ports.zone);
      const question = questionOf(tenantId, 'list-conversations', filters);
      const { target } = ports.records;
      const { clients, tablePrefix, idKeys } = target;
      const { conversations } = openRecords(target, io);
      const after = await positionIn({ idKeys }, options.cursor, question);
      const runList = new RunListTable(clients.dynamodb, tablePrefix);
      const asked = { ...filters, tenantId, after, wanted };
      const { items, cursor: position } = await gather({ conversations, runList, nowMs: io.nowMs }, asked);
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
  const { status, flow, version, channel, place, label, priority, user, from, to } = options;
  const day = /^\d{4}-\d\d-\d\d$/;
  const timeOf = (text: string | undefined, days: number) =>
    text !== undefined && day.test(text) && !Number.isNaN(Date.parse(text))
      ? new Date(dayStart(zone, addDays(text, days))).toISOString()
      : text;
  return questionIn(conversationsQuery, {
    ...{ status, flow, version, channel, place, label, priority, user },
    ...{ from: timeOf(from, 0), to: timeOf(to, 1) },
  });
}

/** Merges pages: one may be short, or repeat a conversation. */
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
  ...['language', 'failedTurns', 'labels', 'priority'],
];

function csvRow({ flow, messages, ...row }: ConversationRow) {
  return [
    ...[row.conversationId, row.runId, row.status, row.channel, row.place, row.userId],
    ...[flow.id, flow.version, flow.stepId, row.startedAt, row.lastActivityAt, row.endedAt],
    ...[messages.visitor, messages.bot, messages.agent, row.handoffs, row.queue, row.owner],
    ...[row.language, row.failedTurns, row.labels.join(' '), row.priority],
  ];
}

type ConversationShowOptions = TargetOptions & JsonOption & { readonly tenant?: string };

/** `conversation show ID` */
export function conversationShow(io: Io): Command {
  return newTargetCommand(
    'show',
    'show the status of a conversation, and its transcript with delivery statuses',
    [
      'conversation show rQiXQKWDX_mapL-t8kP2Twwk --local',
      'conversation show rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod --json',
    ],
  )
    .argument('<id>', 'the ID of the conversation')
    .option('--tenant <id>', 'the tenant of the conversation; default: search all tenants')
    .action(async (id: string, options: ConversationShowOptions) => {
      const target = await resolveTarget(options, io);
      const records = openRecords(target, io);
      const transcript = await findIn(io, target, { ...options, id }, (tenantId) =>
        readTranscript(records, tenantId, id),
      );
      const shown = { ...summary(transcript), messages: transcript.messages };
      printResult(io, options.json, inWords(shown), shown);
    });
}

/** Looks a conversation up in the tenant named, or in all. @throws CommandError when no tenant has it */
async function findIn<Found>(
  io: Io,
  target: Target,
  { id, tenant }: { readonly id: string; readonly tenant?: string },
  find: (tenantId: string) => Promise<Found | null>,
): Promise<Found> {
  for (const tenantId of await tenantsToSearch(target, io, tenant)) {
    const found = await find(tenantId);
    if (found) return found;
  }
  throw new CommandError(
    `There is no conversation ${id} in ${target.label}.`,
    'Check the stage; `npx gateway message why` finds a conversation by a message ID.',
  );
}

function summary({ conversation }: Transcript) {
  const { tenantId, conversationId, channel, userId, state, openTurn, waiting, outbox, lastActivityMs } =
    conversation;
  const { labels = [], priority = 'none', handoff } = conversation;
  const snooze = handoff?.snooze;
  return {
    conversationId,
    tenantId,
    channel,
    userId,
    status: state?.status ?? 'active',
    flow: state?.flow ?? null,
    handoff: state?.handoff ?? null,
    labels: [...labels],
    priority,
    snoozedUntil: snooze ? new Date(snooze.untilMs).toISOString() : null,
    lastActivityAt: new Date(lastActivityMs).toISOString(),
    /** A turn that has not ended. */
    runningTurn: openTurn && { turnId: openTurn.record.turnId, queued: openTurn.queued },
    /** Messages that were acknowledged and wait on the queue. */
    waitingMessages: waiting.map(({ messageId }) => messageId),
    /** Turns whose effects are not known to be carried out. */
    unsettledTurns: outbox.map(({ turnId }) => turnId),
  };
}

type Shown = ReturnType<typeof summary> & Pick<Transcript, 'messages'>;

function inWords(shown: Shown): string {
  const { tenantId, channel, userId, status, flow, handoff, runningTurn, lastActivityAt, messages } = shown;
  const { labels, priority, snoozedUntil } = shown;
  return [
    `conversation ${shown.conversationId} of ${tenantId}: ${channel}, user ${onOneLine(userId)}`,
    `  ${status}${flow ? `, flow ${flow.id} version ${flow.version} at step ${flow.stepId}` : ''}, last active ${lastActivityAt}`,
    ...(handoff ? [`  handed off at ${handoff.requestedAt}: ${setIn(handoff.reason, 4)}`] : []),
    ...(labels.length > 0 ? [`  labels: ${labels.join(', ')}`] : []),
    ...(priority === 'none' ? [] : [`  priority: ${priority}`]),
    ...(snoozedUntil ? [`  snoozed until ${snoozedUntil}`] : []),
    ...(runningTurn
      ? [`  a turn is ${runningTurn.queued ? 'on the queue' : 'running'}: ${runningTurn.turnId}`]
      : []),
    ...(shown.waitingMessages.length > 0 ? [`  messages on the queue: ${shown.waitingMessages.length}`] : []),
    '',
    ...messages.map(messageInWords),
  ].join('\n');
}

function messageInWords({
  timestamp,
  author,
  text,
  choices,
  attachments,
  cards,
  updates,
  delivery,
}: TranscriptMessage): string {
  const more = [
    ...(attachments ?? []).map(({ type }) => `[${type}]`),
    ...(cards ?? []).map(({ title }) => `[card: ${title}]`),
    ...(choices ? [`(${choices.map(({ label }) => label).join(' | ')})`] : []),
    ...(updates ?? []).map(updateInWords),
    ...(delivery === undefined ? [] : [`<${delivery ? stateInWords(delivery) : 'not sent yet'}>`]),
  ];
  const head = `${timestamp}  ${author.padEnd(5)}  `;
  return head + setIn([text, ...more].filter(Boolean).join(' '), head.length);
}

/** What the visitor later did to the message. */
function updateInWords({ kind, text, attachments, emoji, at }: MessageUpdate): string {
  const now = [text, ...(attachments ?? []).map(({ type }) => `[${type}]`)].filter(Boolean).join(' ');
  if (kind === 'reaction')
    return emoji === undefined ? `<reaction removed ${at}>` : `<reaction ${emoji} ${at}>`;
  return kind === 'edited' ? `<edited ${at}: ${now}>` : `<deleted ${at}>`;
}

function stateInWords({ state, at, reason }: NonNullable<TranscriptMessage['delivery']>): string {
  return `${state}${reason === undefined ? '' : `: ${reason}`} ${at}`;
}

type ConversationRestartOptions = TargetOptions &
  JsonOption & { readonly tenant?: string; readonly dryRun?: boolean };

/** `conversation restart ID` */
export function conversationRestart(io: Io): Command {
  return newTargetCommand(
    'restart',
    "end a conversation's run: the next message starts one on the live version",
    ['conversation restart rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod'],
  )
    .argument('<id>', 'the ID of the conversation')
    .option('--tenant <id>', 'the tenant of the conversation; default: search all tenants')
    .option('--dry-run', 'report what would be ended without ending it')
    .action(async (id: string, options: ConversationRestartOptions) => {
      const target = await resolveTarget(options, io);
      const { conversations } = openRecords(target, io);
      const stored = await findIn(io, target, { ...options, id }, (tenantId) =>
        conversations.find(tenantId, id),
      );
      const { state, tenantId } = stored;
      const done = { conversationId: id, tenantId, dryRun: options.dryRun === true };
      if (!state || state.status === 'completed' || runsOutAtMs(stored) <= io.nowMs()) {
        const text = `conversation ${id} of ${tenantId} has no run: its next message begins one`;
        return printResult(io, options.json, text, { ...done, ended: null });
      }
      // The schedule settles it within a minute or two.
      const end = { turnId: `restarted-${stored.version}`, correlationId: `restarted-${id}` };
      const next = withEndedRun(io, stored, state, { ...end, outcome: 'failed' });
      if (!options.dryRun) await conversations.save(next);
      const run = `flow ${state.flow.id} version ${state.flow.version} at step ${state.flow.stepId}`;
      const did = options.dryRun ? 'would be ended' : 'is ended';
      const text = `conversation ${id} of ${tenantId}: its run of ${run} ${did}`;
      printResult(io, options.json, text, { ...done, ended: state.flow });
    });
}
