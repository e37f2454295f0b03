import type { Command } from 'commander';
import { ConversationsTable } from '../../aws/conversations-table.ts';
import { DirectoryTable } from '../../aws/directory-table.ts';
import { TurnLogTables } from '../../aws/turn-log-tables.ts';
import type { DraftReplayResult, ReplayedConversation } from '../../contract/admin/draft-replay.ts';
import { InvalidBodyError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { replayDraft } from '../../operations/admin/flows/replay-draft.ts';
import { CommandError } from '../errors.ts';
import { sentence } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { onOneLine } from '../printable.ts';
import { storedContent, tenantRecords, type WhichOptions } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & Pick<WhichOptions, 'tenant'>;
type Turn = ReplayedConversation['turns'][number];

/** `flow replay FLOW` */
export function flowReplay(io: Io): Command {
  return withTarget(
    newCommand(
      'replay',
      'show what a flow’s draft would say otherwise, conversation by conversation; nothing is sent',
      [
        'flow replay support --tenant acme --local      # the scripted conversations of the draft',
        'flow replay support rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod',
      ],
    ),
  )
    .argument('<flow>', 'id of the flow')
    .argument(
      '[conversation...]',
      'ids of recorded conversations, 20 at most; if one begins with a dash, write -- before them, last of all',
    )
    .requiredOption('--tenant <id>', 'whose flow it is')
    .action(async (flowId: string, conversationIds: readonly string[], options: Options) => {
      const records = await tenantRecords(options, io);
      // Says what is not there as the other commands do.
      await storedContent(records, flowId, { tenant: options.tenant, draft: true, isDraftMeant: true });
      const { dynamodb } = records.target.clients;
      const { tablePrefix } = records.target;
      const ports = {
        ...records.admin,
        directory: new DirectoryTable(dynamodb, tablePrefix, io.nowMs),
        conversations: new ConversationsTable<FlowState>(dynamodb, tablePrefix),
        turnLog: new TurnLogTables(dynamodb, tablePrefix, io.nowMs),
        nowMs: io.nowMs,
      };
      const replay = conversationIds.length === 0 ? {} : { conversationIds: [...conversationIds] };
      const { body } = await replayDraft(ports, records.caller, { flowId, replay }).catch(
        namingFaults(options),
      );
      printResult(io, options.json, inWords(body), body);
    });
}

/** Says which conversations can't be replayed, and where others are found. */
const namingFaults =
  ({ tenant }: Options) =>
  (error: unknown): never => {
    if (!(error instanceof InvalidBodyError) || !error.errors) throw error;
    const faults = error.errors.map(({ message }) => sentence(message));
    throw new CommandError(faults.join('\n'), `See \`npx gateway conversation list --tenant ${tenant}\`.`);
  };

function inWords({ conversations, complete }: DraftReplayResult): string {
  const same = conversations.filter((one) => one.same).length;
  return [
    ...conversations.flatMap(describe),
    `${same} of ${conversations.length} go as before`,
    ...(complete ? [] : ['not all was played to its end']),
  ].join('\n');
}

function describe({ title, same, raised, stopped, turns }: ReplayedConversation): string[] {
  return [
    `${same ? '✓' : stopped ? '–' : '≠'} ${onOneLine(title)}`,
    ...turns.flatMap((turn) => (turn.same ? [] : differenceOf(turn))),
    ...(raised ? [`    raised at ${raised.stepId ?? '–'}: ${onOneLine(raised.message)}`] : []),
    ...(stopped
      ? [`    played for ${turns.length} turns; what ${stopped.stepId} would find is not recorded`]
      : []),
  ];
}

function differenceOf({ action, before, now }: Turn): string[] {
  const said = (replies: Turn['now']) =>
    replies.map(({ text, choices = [] }) => onOneLine([text, ...choices.map((one) => `[${one}]`)].join(' ')));
  return [
    `    ${onOneLine(happened(action))}`,
    ...said(before).map((text) => `      - ${text}`),
    ...said(now).map((text) => `      + ${text}`),
  ];
}

function happened(action: Turn['action']): string {
  return typeof action.user === 'string' ? `visitor: ${action.user}` : JSON.stringify(action);
}
