import type { MessageTrace } from '../../contract/admin/conversations.ts';
import type { ChannelAccount } from '../../contract/directory.ts';
import type { ReadMessage } from '../../contract/queue-records.ts';
import { type CommittedTurn, type Conversation, logKeyOf, readMessages } from '../../domain/conversation.ts';
import { type ReplyDelivery, replyOfPart } from '../../domain/delivery-status.ts';
import { type IdKeys, leastIdAt } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { InboxFeed } from '../../ports/handoff.ts';
import type { ReceivedMessage } from '../../ports/turns.ts';
import { receivedKey } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

const minuteMs = 60_000;

/** One thing that happened to a message, or has not happened yet. */
export interface TraceStep {
  /** ISO 8601 UTC; null for what has not happened, or left no time. */
  readonly at: string | null;
  readonly what:
    | 'verified'
    | 'queued'
    | 'kept'
    | 'duplicate'
    | 'turn'
    | 'given up'
    | 'notice'
    | 'reply'
    | 'delivery'
    | 'missing';
  readonly detail: string;
  readonly replyId?: string;
}

/** The trace of one provider message. */
export interface Trace {
  readonly tenantId: string;
  readonly direction: 'inbound' | 'outbound';
  readonly conversationId: string | null;
  readonly correlationId: string | null;
  readonly turnId: string | null;
  readonly account: Pick<ChannelAccount, 'id' | 'channel'> | null;
  readonly steps: readonly TraceStep[];
}

export type TraceRecords = Records &
  DeliveryRecords &
  Pick<Gateway, 'received'> & { readonly idKeys: IdKeys };

/**
 * Finds what became of a message by the id that its provider gave it, from what is stored; null when the tenant has
 * never seen it, or its records have expired (8 days for messages, 90 for replies).
 * @param accounts the tenant's, one of which the message came through
 */
export async function traceMessage(
  records: TraceRecords,
  tenantId: string,
  accounts: readonly Pick<ChannelAccount, 'id' | 'channel'>[],
  providerMessageId: string,
): Promise<Trace | null> {
  for (const { id, channel } of accounts) {
    for (const key of records.idKeys) {
      const turnId = receivedKey(key, tenantId, { id, channel }, providerMessageId);
      const received = await records.received.find(tenantId, turnId);
      if (received) return traceInbound(records, tenantId, { id, channel }, turnId, received);
    }
  }
  return traceOutbound(records, tenantId, providerMessageId);
}

async function traceInbound(
  records: TraceRecords,
  tenantId: string,
  account: Pick<ChannelAccount, 'id' | 'channel'>,
  turnId: string,
  received: ReceivedMessage,
): Promise<Trace> {
  const { taken } = received;
  const about = { tenantId, direction: 'inbound', turnId, account } as const;
  if (!taken) {
    const detail =
      'claimed and not acknowledged yet: if that failed, the provider delivers it again, though its turn may have run';
    const steps = [{ at: timeOf(received.atMs), what: 'missing' as const, detail }];
    return { ...about, conversationId: null, correlationId: null, steps };
  }
  const { conversationId, correlationId, queued, receivedAt } = taken;
  const steps: TraceStep[] = [
    {
      at: receivedAt,
      what: 'verified',
      detail: `the webhook call is ${account.channel}'s, account ${account.id}`,
    },
    queued
      ? {
          at: timeOf(received.atMs),
          what: 'queued',
          detail: 'published as MessageReceived and put on the queue',
        }
      : {
          at: timeOf(received.atMs),
          what: 'kept',
          detail: 'published as MessageReceived; it asks for no answer',
        },
    ...duplicateSteps(received),
    ...(queued ? await turnSteps(records, tenantId, conversationId, turnId, received) : []),
  ];
  return { ...about, conversationId, correlationId, steps };
}

function duplicateSteps({ duplicates, lastDuplicateMs }: ReceivedMessage): TraceStep[] {
  if (lastDuplicateMs === null) return [];
  const times = duplicates === 1 ? 'once' : `${duplicates} times`;
  return [{ at: timeOf(lastDuplicateMs), what: 'duplicate', detail: `delivered ${times} more, and ignored` }];
}

async function turnSteps(
  records: TraceRecords,
  tenantId: string,
  conversationId: string,
  turnId: string,
  received: ReceivedMessage,
): Promise<TraceStep[]> {
  const conversation = await records.conversations.find(tenantId, conversationId);
  const pending = conversation?.outbox.find((turn) => turn.turnId === turnId);
  const turn = pending ?? (await findTurn(records, tenantId, conversationId, (one) => one.turnId === turnId));
  if (turn) return committedSteps(records, turn);
  // A visitor's later update of a message is no turn: it is stored beside the conversation.
  const sinceId = leastIdAt(Date.parse(received.taken?.receivedAt ?? '') - minuteMs || 0);
  if (await records.turnLog.hasSide({ tenantId, conversationId }, turnId, sinceId))
    return [{ at: null, what: 'kept', detail: 'noted beside the conversation; it asks for no answer' }];
  const { trouble } = received;
  const waits = conversation?.openTurn?.record.turnId === turnId ? conversation.openTurn : null;
  const tried = trouble
    ? ` (tried ${trouble.attempts === 1 ? 'once' : `${trouble.attempts} times`}, last: ${trouble.reason}; next try ${timeOf(trouble.nextTryAtMs)})`
    : '';
  const detail = waits
    ? `its turn waits at step ${waits.state?.flow.stepId ?? 'one'} to go on`
    : 'its turn has not run';
  return [{ at: null, what: 'missing', detail: detail + tried }];
}

async function committedSteps(records: TraceRecords, turn: CommittedTurn): Promise<TraceStep[]> {
  const at = timeOf(turn.committedAtMs);
  const { id, version, stepId } = turn.flow;
  const replies = await Promise.all(turn.replies.map((reply) => replySteps(records, turn, reply)));
  return [
    turn.failed
      ? {
          at,
          what: 'given up',
          detail: `after ${turn.failed.attempts === 1 ? 'one attempt' : `${turn.failed.attempts} attempts`}: ${turn.failed.reason}; see dlq show ${turn.inbound?.id ?? turn.turnId}`,
        }
      : {
          at,
          what: 'turn',
          detail: `flow ${id} version ${version} ran to step ${stepId}; the conversation is ${turn.status}`,
        },
    ...turn.notices.map((notice): TraceStep => ({ at, what: 'notice', detail: describeNotice(notice) })),
    ...replies.flat(),
  ];
}

async function replySteps(
  records: TraceRecords,
  turn: CommittedTurn,
  reply: CommittedTurn['replies'][number],
): Promise<TraceStep[]> {
  const { id: replyId, timestamp, text } = reply;
  const progress = await progressOf(records, turn, reply);
  const { at } = progress;
  const detail = describeProgress(progress);
  return [
    { at: timestamp, what: 'reply', detail: brief(text), replyId },
    { at, what: at === null ? 'missing' : 'delivery', detail, replyId },
  ];
}

/** How far a reply has come: the delivery status of the provider, or why it is unsent. */
export type ReplyProgress = Omit<MessageTrace['replies'][number], 'id' | 'detail'>;

/** The stores of sending progress. */
type DeliveryRecords = Pick<Gateway, 'cursors' | 'deliveries' | 'pacing'>;

/** Returns how far a reply of the log has come; `at` is null while it is unsent. */
export async function progressOf(
  records: DeliveryRecords,
  turn: CommittedTurn,
  { id, seq, timestamp }: CommittedTurn['replies'][number],
): Promise<ReplyProgress> {
  if (turn.channel === 'webchat') return { at: timestamp, state: 'in_log' };
  const delivery = await records.deliveries.find(turn.tenantId, id);
  if (!delivery) return { at: null, ...(await pendingProgress(records, turn, seq)) };
  const { at, state, reason, providerMessageId, part } = delivery;
  return {
    ...{ at, state },
    ...(reason !== undefined && { reason }),
    ...(providerMessageId !== '' && { providerMessageId }),
    ...(part && { part: part.number, of: part.of }),
  };
}

async function pendingProgress(
  { cursors, pacing }: DeliveryRecords,
  turn: CommittedTurn,
  sequence: number,
): Promise<Omit<ReplyProgress, 'at'>> {
  const { tenantId, channel, accountId, conversationId } = turn;
  if (accountId === undefined) return { state: 'pending' };
  const [cursor, block] = await Promise.all([
    cursors.find(tenantId, conversationId),
    pacing.findBlock({ tenantId, channel, accountId }),
  ]);
  const blocked = block && { reason: block.reason, nextTryAt: timeOf(block.untilMs) };
  if (block?.held) return { state: 'held', accountId, ...blocked };
  const isNext = turn.replies.find(({ seq }) => seq > (cursor?.doneSequence ?? 0))?.seq === sequence;
  if (!isNext) return { state: 'behind' };
  const { trouble, waiting } = cursor ?? {};
  if (!trouble) return { state: 'pending', ...blocked };
  const { tries, reason, nextAtMs } = trouble;
  return { state: 'pending', reason, tries, nextTryAt: timeOf(nextAtMs), ...(waiting && { waits: true }) };
}

/** Describes a reply's progress in English, for the command line and support. */
export function describeProgress(progress: ReplyProgress): string {
  const { state, reason = '', providerMessageId, part, of, tries = 0, nextTryAt, accountId } = progress;
  const next = nextTryAt === undefined ? '' : `; next try at ${nextTryAt}`;
  switch (state) {
    case 'in_log':
      return 'available to the widget';
    case 'behind':
      return 'not sent yet: it waits for the replies before it';
    case 'held':
      return `not sent yet: sending through account ${accountId} is paused (${reason})${next}`;
    case 'pending': {
      const tried = tries === 0 ? '' : `, tried ${tries === 1 ? 'once' : `${tries} times`}`;
      const where = progress.waits ? ', outside the queue' : '';
      return reason === '' ? 'not sent yet' : `not sent yet: ${reason}${tried}${next}${where}`;
    }
    default: {
      const why = reason === '' ? '' : `: ${reason}`;
      const named = providerMessageId === undefined ? '' : ` (${providerMessageId})`;
      return `${state}${why}${named}${part === undefined ? '' : `, message ${part} of ${of}`}`;
    }
  }
}

async function traceOutbound(
  records: TraceRecords,
  tenantId: string,
  providerMessageId: string,
): Promise<Trace | null> {
  const sent = await records.deliveries.findSent(tenantId, providerMessageId);
  if (!sent) return null;
  const { conversationId } = sent;
  const replyId = replyOfPart(sent.partId);
  const turn = await findTurn(records, tenantId, conversationId, ({ replies }) =>
    replies.some(({ id }) => id === replyId),
  );
  const steps = turn ? await committedSteps(records, turn) : [];
  return {
    tenantId,
    direction: 'outbound',
    conversationId,
    correlationId: turn?.correlationId ?? null,
    turnId: turn?.turnId ?? null,
    account: null,
    steps: steps.filter((step) => step.replyId === undefined || step.replyId === replyId),
  };
}

async function findTurn(
  records: Records,
  tenantId: string,
  conversationId: string,
  isIt: (turn: CommittedTurn) => boolean,
): Promise<CommittedTurn | null> {
  for await (const turn of turnsOf(records, tenantId, conversationId)) if (isIt(turn)) return turn;
  return null;
}

/** The stores of a conversation. */
type Records = Pick<Gateway, 'conversations' | 'turnLog' | 'deliveries'>;

/** A message of the log; `delivery` is null for a reply that no provider has taken, and absent on web chat. */
export type TranscriptMessage = ReadMessage & { readonly delivery?: ReplyDelivery | null };

/** A conversation with all of its messages. */
export interface Transcript {
  readonly conversation: Conversation<FlowState>;
  readonly messages: readonly TranscriptMessage[];
}

const turnsPerRead = 50;

/** The whole conversation, oldest message first; null when the tenant has none of this id. */
export async function readTranscript(
  records: Records & { readonly feed: Pick<InboxFeed, 'side'> },
  tenantId: string,
  conversationId: string,
): Promise<Transcript | null> {
  const conversation = await records.conversations.find(tenantId, conversationId);
  if (!conversation) return null;
  const messages: TranscriptMessage[] = [];
  // Messages of a web chat can't be edited.
  const side =
    conversation.channel === 'webchat' ? [] : await records.feed.side({ tenantId, conversationId });
  for await (const turn of turnsOf(records, tenantId, conversationId)) {
    const shown = readMessages(turn, side).map(async (message) =>
      message.author === 'user' || turn.channel === 'webchat'
        ? message
        : { ...message, delivery: await records.deliveries.find(tenantId, message.id) },
    );
    messages.push(...(await Promise.all(shown)));
  }
  return { conversation, messages };
}

/** The turns in the log of a conversation, oldest first. */
export async function* turnsOf(
  { turnLog }: Pick<Records, 'turnLog'>,
  tenantId: string,
  conversationId: string,
): AsyncGenerator<CommittedTurn> {
  for (let after: string | null = null; ; ) {
    const turns = await turnLog.read(tenantId, conversationId, after, turnsPerRead);
    yield* turns;
    const last = turns.at(-1);
    if (!last) return;
    after = logKeyOf(last);
  }
}

function describeNotice(notice: CommittedTurn['notices'][number]): string {
  switch (notice.kind) {
    case 'message-updated':
      return `a message was ${notice.update.kind === 'reaction' ? 'reacted to' : notice.update.kind}`;
    case 'handoff':
      return `handed off to a human: ${notice.handoff.reason}`;
    case 'handoff-taken':
      return `${notice.by.name} has taken the conversation`;
    case 'handoff-released':
      return `waits for another human: ${notice.reason}`;
    case 'handoff-ended':
      return `the humans' part has ended: ${notice.outcome}`;
    case 'triaged':
      return 'labels, priority or snooze were changed';
    case 'flow-completed':
      return `the flow ended: ${notice.outcome}`;
    case 'turn-failed':
      return `the flow failed: ${notice.reason}`;
    case 'passed-on':
      return 'passed on to the humans; the flow is silent';
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
const brief = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);
