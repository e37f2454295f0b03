import { decodeTime } from 'ulid';
import type { MessageUser } from '../contract/canonical-message.ts';
import type { Priority, TriageChange } from '../contract/labels.ts';
import { limits } from '../contract/limits.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { AnswerClaim, MessageUpdate, ReadMessage, TurnRecord } from '../contract/queue-records.ts';
import type { Run, RunAsOf, RunFlow } from '../contract/runs.ts';
import { samplePoint, samplePoints } from '../contract/tables.ts';
import type { ChannelName, ConversationStatus, FlowPosition, Handoff } from '../contract/vocabulary.ts';
import type { HandoffOwner, Held, Notice } from './handoff.ts';
import type { Mailed } from './visitor-mail.ts';

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
  /** For a contact center's message: its account and its ID there. */
  readonly center?: { readonly accountId: string; readonly refId: string };
  /** Entries for agents only; absent in the log. */
  readonly side?: readonly SideEntry[];
  /** The visitor, for agents who see the turn; not in the log. */
  readonly user?: MessageUser;
  readonly committedAtMs: number;
  /** Epoch second after which the log forgets it. */
  readonly expiresAtS: number;
  /** Last message before this turn, so that a reader sees a gap in the log. */
  readonly previousMessageId: string | null;
  /** The user's message; null for a turn without one. */
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
  /** Recorded responses of external calls, for replays; only in a sample of conversations. */
  readonly recorded?: readonly RecordedStep[];
  /** Set when the message was given up: why, and the record, which becomes a dead letter. */
  readonly failed?: FailedTurn;
  /** The run as it stands behind the turn; of the log only its id. */
  readonly run?: RunAsOf;
  /** In the log: the run that it belongs to. */
  readonly runId?: string;
}

/** Returns what a turn is sorted by in the log: its last message, so that one query finds all turns after an ID. */
export const logKeyOf = ({ replies, inbound, turnId }: CommittedTurn): string =>
  (replies.at(-1) ?? inbound)?.id ?? turnId;

/** The recorded outcome of an external call: what the step saved and sent, not the response. */
export interface Found {
  readonly by: 'next' | 'onError';
  /** Variables: JSON. */
  readonly assign: Readonly<Record<string, unknown>>;
  /** A model's reply to the visitor. */
  readonly said?: string;
}

/** The recorded outcome of an `http` or `llm` step; null if it was too large. */
export interface RecordedStep {
  readonly flowId: string;
  readonly stepId: string;
  readonly found: Found | null;
}

/**
 * Whether a conversation is in the recorded sample. The result is always the same, so conversations are recorded
 * in full.
 */
export function isSampled(conversationId: string, percent: number): boolean {
  return samplePoint(conversationId) < percent * (samplePoints / 100);
}

/** An event in a handoff's history. */
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
  /** Turns, one of which has or will have the message: it may arrive after its update. */
  readonly turnIds: readonly string[];
};

/** An entry for agents only, never part of a list of messages. @see handoff.md 1.1 */
export interface SideEntry {
  readonly id: string;
  /** Null: the visitor, or the schedule. */
  readonly by: HandoffOwner | null;
  /** The event; absent in a note. */
  readonly event?: SideEvent;
  /** For an assignment: the agent's name, or the queue; for a move: the deleted queue. */
  readonly to?: string;
  /** Empty where only something was done. */
  readonly text: string;
  /** What the visitor later did to a message. */
  readonly update?: StoredUpdate;
  /** Ids of the agents who are mentioned. */
  readonly mention?: readonly string[];
  /** A change of labels, priority or snooze: neither a note nor an event of the handoff. */
  readonly triage?: TriageChange;
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

/** A turn's record without message, IDs and claim, which a wake-up gets when it is due. */
export type WakeRecord = Pick<
  TurnRecord,
  'flowId' | 'sessionId' | 'accountId' | 'idleMinutes' | 'retentionDays'
> & {
  readonly message: Pick<TurnRecord['message'], 'widgetId' | 'user' | 'metadata' | 'correlationId'>;
};

/** The one item of a conversation. `State` is the flow's own state. @see design 6 */
export interface Conversation<State> extends Held, Mailed {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly channel: ChannelName;
  readonly widgetId: string | null;
  readonly sessionId: string;
  readonly userId: string;
  /** Channel account of the last message; none for web chat, and for what the last release wrote. */
  readonly accountId?: string;
  /** The user's attributes other than their ID. */
  readonly user?: Omit<MessageUser, 'id'>;
  /** When the user last wrote on a chat app, by the provider's clock, epoch milliseconds. @see handoff.md 3 */
  readonly lastInboundAtMs?: number;
  /** The provider's id of the last message that the user wrote on a chat app: what is marked as read there. */
  readonly lastInboundId?: string;
  /** The last message before the current run. */
  readonly runAfter?: { readonly id: string | null; readonly seq: number };
  /** The present run, or the last one. @see handoff.md 6.1 */
  readonly run?: Run;
  /** IDs of the tenant's labels. */
  readonly labels?: readonly string[];
  /** Absent: `none`. */
  readonly priority?: Priority;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  readonly lastMessageId: string | null;
  readonly lastSeq: number;
  readonly state: State | null;
  readonly openTurn: OpenTurn<State> | null;
  /** The queue defines the order. This list shows that it isn't empty, and the promised IDs. */
  readonly waiting: readonly WaitingMessage[];
  /** Committed turns whose effects are not known to be carried out, oldest first. */
  readonly outbox: readonly CommittedTurn[];
  /** The ends of the last committed turns' ids, so that a message delivered twice is seen. */
  readonly recentTurnIds: readonly string[];
  /**
   * The number of recent turns whose response may be in the log only; `apart`: none, each is written with its turn
   * until the conversation has been idle for a day.
   * @see docs/decisions/answers-in-the-log.md
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
  /** The tenant's retention in days. */
  readonly retentionDays: number;
  /** When its visitor was erased, epoch milliseconds: what they wrote before is dropped, wherever it still lies. */
  readonly erasedAtMs?: number;
  /** When the schedule must next look, epoch milliseconds; null: never. */
  readonly dueAtMs: number | null;
}

/** The initial values of a conversation. */
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
  return decodeTime(messageId) + limits.queuedDeadlineMs + longestPauseMs;
}

/**
 * Whether a reader who has read up to `reachedId` can continue with this turn, because nothing is in between. A
 * missing predecessor may still arrive and must be waited for, unless it is older than the log's retention.
 * @param reachedId ID of the last message read; empty at the beginning
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
 * Applies the visitor's updates to a message.
 * @param turnId of the visitor's own message, which may have arrived after its update
 */
export function withUpdates(message: LogMessage, side: readonly SideEntry[], turnId = ''): ReadMessage {
  const updates = side.flatMap((entry) => {
    const update = updateIn(entry);
    const isOwn = message.author === 'user' && entry.update?.turnIds.includes(turnId) === true;
    const isAbout = update?.messageId === null ? isOwn : update?.messageId === message.id;
    return update && isAbout ? [{ ...update, messageId: message.id }] : [];
  });
  if (updates.length === 0) return message;
  // By the provider's time: a repeated delivery may bring an earlier one last.
  return { ...message, updates: updates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)) };
}
