import type { LogMessage } from '../contract/poll.ts';
import type { AnswerClaim, TurnRecord } from '../contract/turn-record.ts';
import type { ChannelName, ConversationStatus, FlowPosition, Handoff } from '../contract/vocabulary.ts';

/** Something besides replies that a turn asks for. */
export type Notice =
  | { readonly kind: 'handoff'; readonly handoff: Handoff }
  | {
      readonly kind: 'flow-completed';
      readonly flow: FlowPosition;
      readonly outcome: 'completed' | 'failed' | 'expired';
    }
  | { readonly kind: 'passed-on' };

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
  readonly committedAtMs: number;
  /** Epoch second after which the log forgets it. */
  readonly expiresAtS: number;
  /** Last message before this turn, so that a reader sees a gap in the log. */
  readonly previousMessageId: string | null;
  /** What the user wrote; null for a turn of the schedule. */
  readonly inbound: LogMessage | null;
  readonly inboundMetadata?: Readonly<Record<string, unknown>>;
  readonly replies: readonly LogMessage[];
  readonly notices: readonly Notice[];
  readonly status: ConversationStatus;
  readonly flow: FlowPosition;
  readonly handoff: Handoff | null;
  readonly claim?: AnswerClaim;
}

/** A turn that runs, or waits on the queue to go on. */
export interface OpenTurn<State> {
  readonly record: TurnRecord;
  /** Its message's id in the log, already fixed. */
  readonly messageId: string;
  /** The flow's state at the last persisted step; null before the first. */
  readonly state: State | null;
  /** Until when its handler must be believed alive, epoch milliseconds. */
  readonly leaseUntilMs: number;
  /** On the queue and acknowledged with 202: it must be finished before any other turn. */
  readonly queued: boolean;
}

/** The one item of a conversation. `State` is the flow's own state. @see design 6 */
export interface Conversation<State> {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly channel: ChannelName;
  readonly widgetId: string | null;
  readonly sessionId: string;
  readonly userId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  readonly lastMessageId: string | null;
  readonly lastSeq: number;
  readonly state: State | null;
  readonly openTurn: OpenTurn<State> | null;
  /** Committed turns whose effects are not known to be carried out, oldest first. */
  readonly outbox: readonly CommittedTurn[];
  /** The last turns committed, so that a message delivered twice is seen. */
  readonly recentTurnIds: readonly string[];
  readonly lastActivityMs: number;
  readonly idleMinutes: number;
  /** When the schedule must next look, epoch milliseconds; null: never. */
  readonly dueAtMs: number | null;
}

/** How many committed turns a conversation remembers by id. */
const rememberedTurns = 20;

/** A conversation before its first write. */
export function newConversation<State>(record: TurnRecord, nowMs: number): Conversation<State> {
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
    outbox: [],
    recentTurnIds: [],
    lastActivityMs: nowMs,
    idleMinutes: record.idleMinutes,
    dueAtMs: null,
  };
}

/** The conversation as it stands once a turn is committed. */
export function withCommittedTurn<State>(
  before: Conversation<State>,
  turn: CommittedTurn,
  state: State,
  options: { readonly outbox: readonly CommittedTurn[]; readonly settleAfterMs: number },
): Conversation<State> {
  const last = turn.replies.at(-1) ?? turn.inbound;
  const settleAtMs = turn.committedAtMs + options.settleAfterMs;
  return {
    ...before,
    version: before.version + 1,
    lastMessageId: last?.id ?? before.lastMessageId,
    lastSeq: last?.seq ?? before.lastSeq,
    state,
    openTurn: null,
    outbox: [...options.outbox, turn],
    recentTurnIds: [...before.recentTurnIds, turn.turnId].slice(-rememberedTurns),
    lastActivityMs: turn.committedAtMs,
    dueAtMs: before.dueAtMs === null ? settleAtMs : Math.min(before.dueAtMs, settleAtMs),
  };
}
