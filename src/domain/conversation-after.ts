import { limits } from '../contract/limits.ts';
import type { TurnRecord } from '../contract/queue-records.ts';
import type { ConversationStatus, Handoff } from '../contract/vocabulary.ts';
import { type CommittedTurn, type Conversation, newConversation } from './conversation.ts';
import { keptDueAt } from './due-time.ts';
import {
  ended,
  type Held,
  handoffOf,
  type Notice,
  reopened,
  requestedHandoff,
  triagedNotice,
  withVisitorMessage,
} from './handoff.ts';
import { type RunFacts, type StatedFigures, withRun } from './runs/with-run.ts';
import { withRemembered } from './turn-memory.ts';
import { mailAfter } from './visitor-mail.ts';

const dayS = 24 * 60 * 60;

/** The parts of a flow's state that are used here. */
export type Stated = {
  readonly status?: ConversationStatus;
  readonly handoff?: Handoff | null;
  readonly wake?: { readonly atMs: number };
} & StatedFigures;

/** Further facts about a turn. */
type TurnFacts = RunFacts & {
  /** Whether its response is stored in the log only. */
  readonly answerStaysInLog?: boolean;
};

/** The conversation as it stands once a turn is committed. */
export function withCommittedTurn<State extends Stated>(
  { wakeRecord: _, ...before }: Conversation<State>,
  turn: CommittedTurn,
  state: State | null,
  outbox: readonly CommittedTurn[],
  { answerStaysInLog = false, ...facts }: TurnFacts = {},
): Conversation<State> {
  const begins = before.state === null || before.state.status === 'completed';
  const held = heldAfter(before, turn);
  const returned = held.handoff ? withReturn(before, held.handoff, turn) : turn;
  const next: Conversation<State> = {
    ...withMessages(before, turn),
    ...held,
    ...(before.mail && mailAfter(before, turn)),
    ...(begins && { runAfter: { id: before.lastMessageId, seq: before.lastSeq } }),
    ...(turn.accountId !== undefined && { accountId: turn.accountId }),
    state,
    openTurn: null,
    waiting: before.waiting.filter(({ turnId }) => turnId !== turn.turnId),
    outbox: [...outbox, returned],
    ...withRemembered(before, turn, answerStaysInLog),
    raisedTurnIds: [],
    retentionDays: Math.round((turn.expiresAtS - turn.committedAtMs / 1000) / dayS),
  };
  const dueAtMs = keptDueAt(before.dueAtMs, next, turn.committedAtMs);
  const handoffs = { was: before.handoff && handoffOf(before), live: next.handoff && handoffOf(next) };
  return { ...withRun(before, next, returned, { ...facts, ...handoffs }), dueAtMs };
}

/** A turn by which a snoozed conversation comes back also says so. */
function withReturn(
  before: Conversation<Stated>,
  handoff: NonNullable<Held['handoff']>,
  turn: CommittedTurn,
): CommittedTurn {
  const { inbound, committedAtMs, notices } = turn;
  if (!handoffOf(before)?.snooze || !inbound) return turn;
  const at = new Date(committedAtMs).toISOString();
  // One for each message: a repeated commit writes the same.
  const entry = { id: inbound.id, at, by: null, text: '', triage: { snoozedUntil: null } };
  return { ...turn, notices: [...notices, triagedNotice(before, handoff, null)], side: [entry] };
}

type Before = Held & Parameters<typeof handoffOf>[0];

/** The part of a turn that affects the handoff. */
interface FlowTurn {
  readonly committedAtMs: number;
  readonly inbound: { readonly text: string } | null;
  readonly notices: readonly Notice[];
  readonly status: ConversationStatus;
}

/** Returns the handoff after a turn of a visitor's message or of the flow. @see handoff.md 1.2 */
function heldAfter(before: Before, turn: FlowTurn): Held {
  const nowMs = turn.committedAtMs;
  const { epoch, lastHandoff } = before;
  const live = before.handoff && handoffOf(before);
  const text = turn.inbound?.text ?? '';
  const request = turn.notices.find((notice) => notice.kind === 'handoff');
  if (request?.asked) {
    const { asked, handoff } = request;
    const begun =
      asked.reopened && lastHandoff?.before
        ? reopened(lastHandoff.before, nowMs)
        : requestedHandoff(asked, handoff, { channel: before.channel, nowMs });
    const opened = asked.reopened ? withVisitorMessage(begun, text, nowMs) : { ...begun, lastText: text };
    return { epoch: asked.epoch, handoff: opened, lastHandoff };
  }
  if (turn.status === 'handoff')
    return { epoch, handoff: live && withVisitorMessage(live, text, nowMs), lastHandoff };
  if (live) return { epoch: epoch + 1, handoff: null, lastHandoff: ended(live, 'expired', nowMs) };
  return { epoch, handoff: null, lastHandoff };
}

/** The conversation behind a turn's messages, and one version on. */
export function withMessages<State>(before: Conversation<State>, turn: CommittedTurn): Conversation<State> {
  const last = turn.replies.at(-1) ?? turn.inbound;
  return {
    ...before,
    version: before.version + 1,
    lastMessageId: last?.id ?? before.lastMessageId,
    lastSeq: last?.seq ?? before.lastSeq,
    lastActivityMs: turn.committedAtMs,
  };
}

/** The fields that stay. */
type Remains = Pick<
  Conversation<unknown>,
  | 'tenantId'
  | 'conversationId'
  | 'channel'
  | 'widgetId'
  | 'version'
  | 'lastMessageId'
  | 'lastSeq'
  | 'idleMinutes'
  | 'erasedAtMs'
> &
  Partial<Pick<Conversation<unknown>, 'epoch'>>;
type Erasable = Pick<Conversation<unknown>, 'erasedAtMs' | 'sessionId'>;

/** Whether a conversation has no messages since its visitor was erased. */
export function isErased({ erasedAtMs, sessionId }: Erasable): boolean {
  return erasedAtMs !== undefined && sessionId === '';
}

/** Whether a queued or running message was written before its visitor was erased. */
export function isFromBeforeErasure(
  stored: Erasable | null,
  { message, triedSinceMs }: Pick<TurnRecord, 'message' | 'triedSinceMs'>,
): boolean {
  const cameAtMs = triedSinceMs ?? Date.parse(message.receivedAt);
  return stored?.erasedAtMs !== undefined && cameAtMs <= stored.erasedAtMs;
}

/**
 * Returns what remains of an erased conversation: no text and no name, only the erasure, as long as a queue may
 * hold one of its messages. Sequence numbers continue, so that cursors stay valid.
 * @param userId finds the item again while the erasure is unfinished; empty at its end
 */
export function erasedConversation<State>(
  stored: Remains,
  nowMs: number,
  userId: string,
): Conversation<State> {
  const { tenantId, conversationId, channel, widgetId, version, lastMessageId, lastSeq, idleMinutes } =
    stored;
  return {
    tenantId,
    conversationId,
    channel,
    widgetId,
    sessionId: '',
    userId,
    version: version + 1,
    lastMessageId,
    lastSeq,
    state: null,
    openTurn: null,
    waiting: [],
    outbox: [],
    recentTurnIds: [],
    answersInLog: 0,
    deskTurnIds: [],
    epoch: (stored.epoch ?? 0) + 1,
    handoff: null,
    lastHandoff: null,
    raisedTurnIds: [],
    pollers: [],
    lastActivityMs: nowMs,
    idleMinutes,
    retentionDays: limits.erasedDays,
    erasedAtMs: stored.erasedAtMs ?? nowMs,
    dueAtMs: null,
  };
}

/** The conversation that a message's turn is run in: a new one, the stored one, or an erased one that starts over. */
export function conversationOf<State>(
  stored: Conversation<State> | null,
  record: TurnRecord,
  nowMs: number,
): Conversation<State> {
  if (!stored) return newConversation<State>(record, nowMs);
  if (!isErased(stored)) {
    const { message, sessionId } = record;
    // A verified visitor claims it. A message that waited while the conversation was claimed changes nothing.
    return message.channel === 'webchat' && message.user.verified === true
      ? { ...stored, sessionId, userId: message.user.id }
      : stored;
  }
  const { version, lastSeq, erasedAtMs, epoch } = stored;
  return {
    ...newConversation<State>(record, nowMs),
    version,
    lastSeq,
    epoch,
    ...(erasedAtMs !== undefined && { erasedAtMs }),
  };
}
