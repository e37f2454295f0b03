import { decodeTime } from 'ulid';
import type { MessageUser } from '../contract/canonical-message.ts';
import { limits } from '../contract/limits.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { AnswerClaim, MessageUpdate, ReadMessage, TurnRecord } from '../contract/queue-records.ts';
import type { Run, RunAsOf, RunFlow } from '../contract/runs.ts';
import { samplePoint, samplePoints } from '../contract/tables.ts';
import type { ChannelName, ConversationStatus, FlowPosition, Handoff } from '../contract/vocabulary.ts';
import type { HandoffOwner, Held, Notice } from './handoff.ts';

/**
 * A turn that has been committed: the one record from which the log's entry, the events and the answer are made,
 * so that making them twice gives the same. @see design 5.2
 */
export interface CommittedTurn {
  readonly turnId: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly channel: ChannelName;
  /** Channel account that the replies leave through; none for web chat. */
  readonly accountId?: string;
  readonly correlationId: string;
  /** The user on the channel. */
  readonly to: string;
  /** The user's phone number where it is known besides. */
  readonly phone?: string;
  /** The widget that it came through; only if agents see the message. */
  readonly widgetId?: string;
  /** The handoff in which an agent wrote it. */
  readonly handoffId?: string;
  /** Where a contact center said it: by which account, and what the center calls it. */
  readonly center?: { readonly accountId: string; readonly refId: string };
  /** What only people of the tenant read; left out in the log. */
  readonly side?: readonly SideEntry[];
  /** The visitor, for agents who see the turn; not in the log. */
  readonly user?: MessageUser;
  readonly committedAtMs: number;
  /** Epoch second after which the log forgets it. */
  readonly expiresAtS: number;
  /** Last message before this turn, so that a reader sees a gap in the log. */
  readonly previousMessageId: string | null;
  /** What the user wrote; null for a turn that no message began. */
  readonly inbound: LogMessage | null;
  readonly inboundMetadata?: Readonly<Record<string, unknown>>;
  readonly replies: readonly LogMessage[];
  readonly notices: readonly Notice[];
  readonly status: ConversationStatus;
  readonly flow: FlowPosition;
  readonly handoff: Handoff | null;
  /** When the flow continues by itself, epoch milliseconds. */
  readonly wakeAtMs?: number;
  readonly claim?: AnswerClaim;
  /** What steps have found outside, for replays: only of a sample of conversations. */
  readonly recorded?: readonly RecordedStep[];
  /** Set when the message was given up: why, and the record, which becomes a dead letter. */
  readonly failed?: FailedTurn;
  /** The run as it stands behind the turn; of the log only its id. */
  readonly run?: RunAsOf;
  /** In the log: the run that it belongs to. */
  readonly runId?: string;
}

/** What a step has found outside: what it saved and said, not what it was answered. */
export interface Found {
  readonly by: 'next' | 'onError';
  /** Variables: JSON. */
  readonly assign: Readonly<Record<string, unknown>>;
  /** What a model said to the visitor. */
  readonly said?: string;
}

/** What an `http` or `llm` step of a flow has found; null for what was too large to be kept. */
export interface RecordedStep {
  readonly flowId: string;
  readonly stepId: string;
  readonly found: Found | null;
}

/** Whether a conversation is one of the sample that is recorded: always the same answer, so that it is so as a whole. */
export function isSampled(conversationId: string, percent: number): boolean {
  return samplePoint(conversationId) < percent * (samplePoints / 100);
}

/** What has become of a handoff, as its history tells it. */
type SideEvent =
  | 'taken'
  | 'assigned'
  | 'returned'
  | 'closed'
  | 'expired'
  | 'visitor'
  | 'owner_away'
  | 'owner_gone'
  | 'moved';

/** An update as it lies beside the conversation. */
type StoredUpdate = Omit<MessageUpdate, 'id' | 'at'> & {
  /** Turns of which one has, or will have, the message: it may have come after what is said of it. */
  readonly turnIds: readonly string[];
};

/** What only the tenant's people read of a conversation: never in any list of messages. @see handoff.md 1.1 */
export interface SideEntry {
  readonly id: string;
  /** Null: the visitor, or the schedule. */
  readonly by: HandoffOwner | null;
  /** What was done; a note has none. */
  readonly event?: SideEvent;
  /** For an assignment: the agent's name, or the queue; for a move: the deleted queue. */
  readonly to?: string;
  /** Empty where only something was done. */
  readonly text: string;
  /** What the visitor has done to a message of theirs, or of ours, later. */
  readonly update?: StoredUpdate;
  /** Ids of the agents who are mentioned. */
  readonly mention?: readonly string[];
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Why a message got no answer of its flow. @see design 5.3 */
export interface FailedTurn {
  readonly reason: string;
  readonly attempts: number;
  /** Left out in the log. */
  readonly record?: TurnRecord;
}

/** A turn that is running, or queued to continue. */
export interface OpenTurn<State> {
  readonly record: TurnRecord;
  /** Its message's id in the log, already fixed. */
  readonly messageId: string;
  /** The flow's state at the last persisted step; null before the first. */
  readonly state: State | null;
  /** Until when its handler must be believed alive, epoch milliseconds. */
  readonly leaseUntilMs: number;
  /** Acknowledged with 202; it is among those that wait, too. The last release looks here. */
  readonly queued: boolean;
  /** The steps that it has reached until now. */
  readonly reached?: readonly RunFlow[];
  /** When the schedule put it on the queue again, epoch milliseconds, and how often: it backs off. */
  readonly requeued?: { readonly atMs: number; readonly times: number };
}

/** A message that was acknowledged with 202 and lies on the queue. @see design 5.3 */
export interface WaitingMessage {
  readonly turnId: string;
  /** The id that it was promised, in the log and in the final answer. */
  readonly messageId: string;
  /** Its place in the queue; null when the queue didn't tell. */
  readonly place: string | null;
}

/** A turn's record without what was said, its ids and its claim: those of a wake are made when its time has come. */
export type WakeRecord = Pick<
  TurnRecord,
  'flowId' | 'sessionId' | 'accountId' | 'idleMinutes' | 'retentionDays'
> & {
  readonly message: Pick<TurnRecord['message'], 'widgetId' | 'user' | 'metadata' | 'correlationId'>;
};

/** The one item of a conversation. `State` is the flow's own state. @see design 6 */
export interface Conversation<State> extends Held {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly channel: ChannelName;
  readonly widgetId: string | null;
  readonly sessionId: string;
  readonly userId: string;
  /** Channel account of the last message; none for web chat, and for what the last release wrote. */
  readonly accountId?: string;
  /** What is known of the user besides their id. */
  readonly user?: Omit<MessageUser, 'id'>;
  /** When the user last wrote on a chat app, by the provider's clock, epoch milliseconds. @see handoff.md 3 */
  readonly lastInboundAtMs?: number;
  /** The provider's id of the last message that the user wrote on a chat app: what is marked as read there. */
  readonly lastInboundId?: string;
  /** What lay before the present run: the last message's id and place. */
  readonly runAfter?: { readonly id: string | null; readonly seq: number };
  /** The present run, or the last one. @see handoff.md 6.1 */
  readonly run?: Run;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  readonly lastMessageId: string | null;
  readonly lastSeq: number;
  readonly state: State | null;
  readonly openTurn: OpenTurn<State> | null;
  /** The queue is the order; this list says that it is not empty, and what it was promised. */
  readonly waiting: readonly WaitingMessage[];
  /** Committed turns whose effects are not known to be carried out, oldest first. */
  readonly outbox: readonly CommittedTurn[];
  /** The ends of the last committed turns' ids, so that a message delivered twice is seen. */
  readonly recentTurnIds: readonly string[];
  /**
   * Of how many of the last remembered turns the answer may be in the log alone; `apart`: of none, since each is written
   * with its turn until the talk has rested for a day. @see docs/decisions/answers-in-the-log.md
   */
  readonly answersInLog: number | 'apart';
  /** The same for agents' actions, separately, so that many of them don't displace a visitor's message. */
  readonly deskTurnIds: readonly string[];
  /** The last messages, in a row, whose flow raised. */
  readonly raisedTurnIds: readonly string[];
  /** The last two long-polls that wait; who is not among them any more stops waiting. */
  readonly pollers: readonly string[];
  /** The user and metadata for a flow that continues by itself; present only while its state has a `wake`. */
  readonly wakeRecord?: WakeRecord;
  readonly lastActivityMs: number;
  readonly idleMinutes: number;
  /** How long its tenant keeps what was said, days. */
  readonly retentionDays: number;
  /** When its visitor was erased, epoch milliseconds: what they wrote before is dropped, wherever it still lies. */
  readonly erasedAtMs?: number;
  /** When the schedule must next look, epoch milliseconds; null: never. */
  readonly dueAtMs: number | null;
}

/** What a conversation is begun with. */
type FirstRecord = Pick<TurnRecord, 'sessionId' | 'idleMinutes' | 'retentionDays'> & {
  readonly message: Pick<TurnRecord['message'], 'tenantId' | 'conversationId' | 'channel' | 'widgetId'> & {
    readonly user: { readonly id: string };
  };
};

/** A conversation before its first write. */
export function newConversation<State>(record: FirstRecord, nowMs: number): Conversation<State> {
  const { message } = record;
  return {
    tenantId: message.tenantId,
    conversationId: message.conversationId,
    channel: message.channel,
    widgetId: message.widgetId ?? null,
    sessionId: record.sessionId,
    userId: message.user.id,
    version: 0,
    lastMessageId: null,
    lastSeq: 0,
    state: null,
    openTurn: null,
    waiting: [],
    outbox: [],
    recentTurnIds: [],
    answersInLog: 0,
    deskTurnIds: [],
    epoch: 0,
    handoff: null,
    lastHandoff: null,
    raisedTurnIds: [],
    pollers: [],
    lastActivityMs: nowMs,
    idleMinutes: record.idleMinutes,
    retentionDays: record.retentionDays,
    dueAtMs: null,
  };
}

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;

/**
 * An acknowledged turn that the schedule must put on the queue again, marked so; null when it must not yet. Its record
 * is on the queue already unless that lost it, so it is sent after 1, 2, 4, … minutes, and no backlog multiplies itself.
 * @see design 5.5
 */
export function requeuedTurn<State>(
  open: OpenTurn<State>,
  nowMs: number,
): (OpenTurn<State> & { readonly requeued: { readonly atMs: number; readonly times: number } }) | null {
  const { times = 0, atMs = open.leaseUntilMs } = open.requeued ?? {};
  const pauseMs = times === 0 ? 0 : Math.min(minuteMs * 2 ** (times - 1), longestPauseMs);
  if (!open.queued || atMs + pauseMs > nowMs) return null;
  return { ...open, requeued: { atMs: nowMs, times: times + 1 } };
}

/** The messages whose records may still be on the queue: after a day each has been run, or given up. */
export function notOverdue(waiting: readonly WaitingMessage[], nowMs: number): readonly WaitingMessage[] {
  return waiting.filter((message) => overdueAtMs(message) > nowMs);
}

/** When a message's record can be on the queue no more. */
export function overdueAtMs({ messageId }: WaitingMessage): number {
  return decodeTime(messageId) + limits.patienceMs + longestPauseMs;
}

/**
 * Whether a reader who has come as far as `reachedId` can continue with this turn: nothing is in between. A predecessor that
 * is not in the log may come late, and must be waited for; one that is older than the log remembers never comes.
 * @param reachedId id of the last message read; empty at the beginning
 * @see design 2.5, 6
 */
export function followsOn(turn: CommittedTurn, reachedId: string, nowMs: number): boolean {
  const { previousMessageId, expiresAtS, committedAtMs } = turn;
  if (previousMessageId === null || previousMessageId <= reachedId) return true;
  const rememberedForMs = expiresAtS * 1000 - committedAtMs;
  return decodeTime(previousMessageId) + rememberedForMs <= nowMs;
}

/** An update as people of the tenant read it; null for any other entry. */
export function updateIn({ id, at, update }: SideEntry): MessageUpdate | null {
  if (!update) return null;
  const { turnIds: _, ...rest } = update;
  return { id, at, ...rest };
}

/** Notes and events as people of the tenant read them. */
export function readSide(side: readonly SideEntry[]) {
  return side.map((stored) => {
    const { mention, update: _, ...entry } = stored;
    const update = updateIn(stored);
    return { ...entry, ...(mention && { mention: [...mention] }), ...(update && { update }) };
  });
}

/** A turn's messages with what their visitor has done to them. */
export function readMessages(
  { turnId, inbound, replies }: Pick<CommittedTurn, 'turnId' | 'inbound' | 'replies'>,
  side: readonly SideEntry[],
): readonly ReadMessage[] {
  return [...(inbound ? [inbound] : []), ...replies].map((message) => withUpdates(message, side, turnId));
}

/**
 * A message with what its visitor has done to it.
 * @param turnId of the visitor's own, whose message may have come after what is said of it
 */
export function withUpdates(message: LogMessage, side: readonly SideEntry[], turnId = ''): ReadMessage {
  const updates = side.flatMap((entry) => {
    const update = updateIn(entry);
    const isOwn = message.author === 'user' && entry.update?.turnIds.includes(turnId) === true;
    const isAbout = update?.messageId === null ? isOwn : update?.messageId === message.id;
    return update && isAbout ? [{ ...update, messageId: message.id }] : [];
  });
  return updates.length > 0 ? { ...message, updates } : message;
}
