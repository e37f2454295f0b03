import type {
  DeliveryState,
  DeliveryStatus,
  PartDelivery,
  ReplyDelivery,
} from '../domain/delivery-status.ts';
import type { RunName } from './runs.ts';

/** A message that a provider took, by the id that the provider gave it. */
export interface SentPart {
  /** Names the reply, or a later part of it: see `partId`. */
  readonly partId: string;
  readonly conversationId: string;
}

/** Has the same expiry as its turn's log, epoch seconds. */
export interface Forgotten {
  readonly expiresAtS: number;
}

/** For an agent's message from a contact center: the handoff, the account, and the center's ID. */
export interface CenterMessage {
  readonly conversationId: string;
  readonly handoffId: string;
  readonly accountId: string;
  readonly refId: string;
}

/** The number that was written to, where the provider's answer does not name whose it is: a status does, later. */
export interface WrittenTo {
  readonly accountId: string;
  readonly phone: string;
  readonly atMs: number;
  readonly retentionDays: number;
}

/** One of the messages that a reply is sent as, once its fate is known. */
export interface PartRecord extends Forgotten {
  readonly partId: string;
  /** The number of messages that the reply is sent as. */
  readonly parts: number;
  /** The correlation ID of the reply's turn, by which the log finds later statuses. */
  readonly correlationId: string;
  readonly conversationId?: string;
  readonly delivery: PartDelivery;
  readonly center?: CenterMessage | undefined;
  /** The run that counts the reply if it isn't delivered. */
  readonly run?: Omit<RunName, 'tenantId'>;
  readonly written?: WrittenTo | undefined;
}

/** What was stored of a part when a status arrived. */
export interface Advanced {
  readonly moved: boolean;
  /** The turn's correlation ID; null until it is recorded. */
  readonly correlationId: string | null;
  /** Null while it is not recorded, and as the last release recorded it. */
  readonly conversationId: string | null;
  /** Set if a contact center needs the status. */
  readonly center: CenterMessage | null;
  /** Null while it is not recorded, and where no run counts it. */
  readonly run: (Omit<RunName, 'tenantId'> & Forgotten) | null;
  readonly before: DeliveryState | null;
  /** Null if there is only one recipient. */
  readonly written: WrittenTo | null;
}

/** The delivery statuses of replies sent through a provider. @see design 5.3 */
export interface Deliveries {
  /** Links the provider's message ID with the part. Returns the statuses that already arrived. */
  link(tenantId: string, providerMessageId: string, sent: SentPart & Forgotten): Promise<PartDelivery | null>;
  /** The part that was linked with a provider's id. */
  findSent(tenantId: string, providerMessageId: string): Promise<SentPart | null>;
  /**
   * Records a part's delivery beside the provider's statuses.
   * @returns whether it is new, and the provider's last status
   */
  record(tenantId: string, part: PartRecord): Promise<{ first: boolean; reported: PartDelivery | null }>;
  /** Keeps the provider's word by its id; gives the part's id once it is linked. */
  keepStatus(tenantId: string, status: DeliveryStatus): Promise<string | null>;
  /** Moves a part forward, never back. */
  advance(tenantId: string, partId: string, delivery: PartDelivery): Promise<Advanced>;
  findPart(tenantId: string, partId: string): Promise<PartDelivery | null>;
  /** The worst of a reply's parts; null while none has left. */
  find(tenantId: string, replyId: string): Promise<ReplyDelivery | null>;
}

/** The sending progress of one conversation's replies. */
export interface DeliveryCursor {
  readonly tenantId: string;
  readonly conversationId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to this message is sent, or failed for good. */
  readonly doneMessageId: string | null;
  readonly doneSequence: number;
  /** When its last known reply expires from the log, epoch seconds; absent in items of the previous release. */
  readonly expiresAtS?: number;
  /** A call that was begun and whose outcome is not known; begun at 0: refused, it surely had no effect. */
  readonly attempt: Attempt | null;
  /** The failures of the next reply, counted while the account's other replies succeed. */
  readonly trouble?: Trouble | null;
  /** The account's free moment that was reserved for the next call. */
  readonly slotAtMs?: number | null;
  /** Set until all replies that waited outside the queue are sent: their account, when they may continue, and how far. */
  readonly waiting?: WaitingPlace | null;
}

export interface Attempt {
  readonly replyId: string;
  readonly part: number;
  readonly startedAtMs: number;
  /** Place of the last reply whose first call may have been begun behind it. The last release does not look here. */
  readonly through?: number;
}

interface Trouble {
  readonly tries: number;
  readonly reason: string;
  readonly nextAtMs: number;
}

export interface WaitingPlace {
  readonly channel: string;
  readonly accountId: string;
  readonly dueAtMs: number;
  readonly toSequence: number;
}

/** The sending progress of each conversation. @see design 5.3 */
export interface DeliveryCursors {
  /** Null when it has expired, too: nothing that it has done is in the log any more. */
  find(tenantId: string, conversationId: string): Promise<DeliveryCursor | null>;
  /** @throws VersionConflictError when another process delivers for this conversation */
  save(next: DeliveryCursor): Promise<void>;
}

/** The FIFO queue of the outbound connector, for conversations that have waited outside it. @see design 5.3 */
export interface ReplyQueue {
  /** Doing it twice within five minutes queues a conversation once. */
  release(conversations: readonly WaitingConversation[]): Promise<void>;
}

/** An account some of whose conversations wait outside the queue. */
export interface WaitingAccount {
  readonly account: AccountRef;
  readonly seenAtMs: number;
}

export interface WaitingConversation {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly dueAtMs: number;
}

/** Conversations whose replies wait outside the queue, by account. @see design 5.3 */
export interface WaitingReplies {
  /** Schedules a check of an account, after its conversation's cursor is marked as waiting. */
  join(account: AccountRef, dueAtMs: number): Promise<void>;
  /** Parts that the accounts are divided into, each listed by itself. */
  readonly shards: number;
  /** Accounts that are due to be looked at, longest due first. */
  listAccounts(shard: number, dueBeforeMs: number): AsyncIterable<WaitingAccount>;
  /** The conversations of an account that may go first, due or not. */
  list(account: AccountRef, limit: number): Promise<readonly WaitingConversation[]>;
  /** Looks at an account again at that time. */
  postpone(account: AccountRef, untilMs: number): Promise<void>;
  /** Looks no more at an account; false when a conversation may have joined meanwhile. */
  close(account: WaitingAccount): Promise<boolean>;
}

/** A channel account, as its sending is steered. */
export interface AccountRef {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId: string;
}

/** Why and until when an account sends nothing. */
export interface AccountBlock {
  readonly untilMs: number;
  readonly reason: string;
  /** Ends only when a token, a setting or a tenant's status is fixed; until then it is probed periodically. */
  readonly held: boolean;
  /** Failures in a row. */
  readonly failures: number;
}

export type SendPermit =
  /**
   * The next send may leave at that time, those behind it at theirs, if it went well. `after` is the block that has just
   * run out: this send alone tries whether it is over.
   */
  | {
      readonly permit: 'granted';
      readonly atMs: number;
      readonly furtherAtMs: readonly number[];
      readonly after: AccountBlock | null;
    }
  /** `isProbed`: the block has expired, and another process probes the account. */
  | { readonly permit: 'blocked'; readonly block: AccountBlock; readonly isProbed: boolean }
  /** More sends are reserved than leave within the time given. */
  | { readonly permit: 'crowded' };

/** Spreads an account's sends evenly over time and stops them where it must, over all processes. @see design 5.3 */
export interface SendPacing {
  /**
   * Reserves the next sends of an account, unless it is blocked or their turn comes later than `withinMs`. Only the first
   * of them counts as begun.
   */
  reserve(
    account: AccountRef,
    pace: { readonly perSecond: number; readonly withinMs: number },
    sends?: number,
  ): Promise<SendPermit>;
  /** Marks another one as started, saved with the account's next reservation or failure. */
  noteBegun(account: AccountRef): void;
  /**
   * Reserves a moment for what is no message and may be left out; it never tries whether a block is over.
   * @returns when it may leave; null when the account is blocked, or has no moment within the time given
   */
  reserveAside(
    account: AccountRef,
    pace: { readonly perSecond: number; readonly withinMs: number },
  ): Promise<number | null>;
  /** The block of an account, in force or run out; null when its last sends went well. */
  findBlock(account: AccountRef): Promise<AccountBlock | null>;
  /** Stops an account's sends; never shortens a block that another process has set. */
  block(account: AccountRef, block: AccountBlock): Promise<void>;
  unblock(account: AccountRef): Promise<void>;
  /** Counts a failure that may be one message's own. @returns how many there were with hardly a send between them */
  countFailure(account: AccountRef): Promise<number>;
}

/** The recent results of an account's webhook calls. */
export interface ChannelHealth {
  readonly acceptedAtMs: number | null;
  /** The last call that named the account and was refused; `reason` is the code of the refusal. */
  readonly refused: { readonly atMs: number; readonly reason: string } | null;
}

/**
 * Records results of webhook calls for admins; each kind at most once a minute, kept for `keptDays`.
 * @see design 9
 */
export interface ChannelHealthNotes {
  noteAccepted(account: AccountRef, keptDays: number): Promise<void>;
  noteRefused(account: AccountRef, keptDays: number, reason: string): Promise<void>;
  find(account: AccountRef): Promise<ChannelHealth>;
}

/** Queues whose records may be given up. */
export type ConsumedQueue = 'turns' | 'continuations' | 'outbound';

/** A record of a queue that was given up, as an operator finds it. @see design 5.3 */
export interface DeadLetter {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Greater for what was given up later in a conversation. */
  readonly id: string;
  readonly queue: ConsumedQueue;
  /** A turn that can be run again, or an unreadable record. */
  readonly kind: 'turn' | 'unreadable';
  /** In words, without anything that a visitor wrote. */
  readonly reason: string;
  readonly attempts: number;
  readonly deadAtMs: number;
  /** When its tenant's log would have forgotten what it holds, epoch seconds. */
  readonly expiresAtS?: number;
  readonly correlationId: string | null;
  /** The record as it lay on the queue. */
  readonly body: string;
}

/** Identifies a dead letter. */
export type DeadLetterKey = Pick<DeadLetter, 'tenantId' | 'conversationId' | 'id'>;

/** Limits a list to a tenant; default: all. */
export interface DeadLetterFilter {
  readonly tenantId?: string;
  readonly conversationId?: string;
}

/** Records that were given up, by tenant and conversation; kept for 14 days, or for as long as its tenant's log if that is less. @see design 5.3 */
export interface DeadLetters {
  /** Keeping it twice changes nothing. */
  keep(deadLetter: DeadLetter): Promise<void>;
  /** A page of them, of one conversation the oldest first; `cursor` of the last page, null for the first. */
  list(
    filter: DeadLetterFilter,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly deadLetters: readonly DeadLetter[]; readonly cursor: string | null }>;
  drop(key: DeadLetterKey): Promise<void>;
}
