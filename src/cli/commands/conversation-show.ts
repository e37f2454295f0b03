import type { Command } from 'commander';
import type { MessageUpdate } from '../../contract/message-updates.ts';
import {
  readTranscript,
  type Transcript,
  type TranscriptMessage,
} from '../../operations/inspect/read-transcript.ts';
import { CommandError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { onOneLine, setIn } from '../printable.ts';
import { openRecords, tenantsToSearch } from '../records.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & { readonly tenant?: string };

/** `conversation show ID` */
export function conversationShow(io: Io): Command {
  return withTarget(
    newCommand(
      'show',
      'show where a conversation stands, and its transcript with what became of each reply',
      [
        'conversation show rQiXQKWDX_mapL-t8kP2Twwk --local',
        'conversation show rQiXQKWDX_mapL-t8kP2Twwk --tenant acme --stage prod --json',
      ],
    ),
  )
    .argument('<id>', 'id of the conversation; if it begins with a dash, write -- before it, last of all')
    .option('--tenant <id>', 'whose conversation it is; without it every tenant is searched')
    .action(async (id: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const records = openRecords(target, io);
      for (const tenantId of await tenantsToSearch(target, io, options.tenant)) {
        const transcript = await readTranscript(records, tenantId, id);
        if (!transcript) continue;
        const shown = { ...summary(transcript), messages: transcript.messages };
        return printResult(io, options.json, inWords(shown), shown);
      }
      throw new CommandError(
        `There is no conversation ${id} in ${target.label}.`,
        'Check the stage; `npx gateway message why` finds a conversation by the id of a message.',
      );
    });
}

function summary({ conversation }: Transcript) {
  const { tenantId, conversationId, channel, userId, state, openTurn, waiting, outbox, lastActivityMs } =
    conversation;
  return {
    conversationId,
    tenantId,
    channel,
    userId,
    status: state?.status ?? 'active',
    flow: state?.flow ?? null,
    handoff: state?.handoff ?? null,
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
  return [
    `conversation ${shown.conversationId} of ${tenantId}: ${channel}, user ${onOneLine(userId)}`,
    `  ${status}${flow ? `, flow ${flow.id} version ${flow.version} at step ${flow.stepId}` : ''}, last active ${lastActivityAt}`,
    ...(handoff ? [`  handed off at ${handoff.requestedAt}: ${setIn(handoff.reason, 4)}`] : []),
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

/** What its user has done to it later. */
function updateInWords({ kind, text, attachments, emoji, at }: MessageUpdate): string {
  const now = [text, ...(attachments ?? []).map(({ type }) => `[${type}]`)].filter(Boolean).join(' ');
  if (kind === 'reaction')
    return emoji === undefined ? `<reaction removed ${at}>` : `<reaction ${emoji} ${at}>`;
  return kind === 'edited' ? `<edited ${at}: ${now}>` : `<deleted ${at}>`;
}

function stateInWords({ state, at, reason }: NonNullable<TranscriptMessage['delivery']>): string {
  return `${state}${reason === undefined ? '' : `: ${reason}`} ${at}`;
}
