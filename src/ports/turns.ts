import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { AgentRecord, TurnRecord, UpdateRecord } from '../contract/queue-records.ts';
import type { CommittedTurn } from '../domain/conversation.ts';
import type { ConversationName } from './conversation-store.ts';
import type { FeedEntry } from './handoff.ts';
import type { Answer } from './http-client.ts';

/** The log of turns, and the answers given to idempotent requests. @see design 6 */
export interface TurnLog {
  /** Appends turns, stores responses and notifies agents, in one call; idempotent. */
  record(
    turns: readonly CommittedTurn[],
    answers: readonly Answer[],
    forAgents?: {
      readonly beside: readonly CommittedTurn[];
      readonly inboxUpdate: (FeedEntry & { readonly tenantId: string }) | null;
    },
  ): Promise<void>;
  /**
   * Returns turns with a message after `after` (null: all), oldest first, without expired ones; empty only at the
   * end. Reads are eventually consistent by default (`lately`), at half the cost.
   */
  read(
    tenantId: string,
    conversationId: string,
    after: string | null,
    limit: number,
    as?: 'now' | 'lately',
  ): Promise<readonly CommittedTurn[]>;
  /** The turns that end with these messages, in no order; the last ones of many conversations are one read. */
  findLast(
    tenantId: string,
    ends: readonly { readonly conversationId: string; readonly lastMessageId: string }[],
  ): Promise<readonly CommittedTurn[]>;
  /** Whether a turn wrote something for agents only, after an ID. */
  hasSide(conversation: ConversationName, turnId: string, afterId: string): Promise<boolean>;
  findAnswer(key: string): Promise<Answer | null>;
  /** Remembers a 202 unless the answer is known already. */
  rememberPending(answer: Answer): Promise<void>;
}

/** A FIFO queue of turns; one group a conversation. @see design 5.3 */
export interface TurnQueue {
  /**
   * @param deduplicationId the same id within five minutes is queued once
   * @returns its place in the queue, which grows within a conversation; null when the queue does not tell
   */
  send(record: TurnRecord, deduplicationId: string): Promise<string | null>;
  /**
   * Sends at most ten in their order, each by its turn's id.
   * @returns the turn ids of those that were not taken
   */
  sendAll(records: readonly (TurnRecord | UpdateRecord)[]): Promise<readonly string[]>;
  /** Enqueues a contact center's action in its conversation's order; deduplicated for five minutes. */
  sendAgent(record: AgentRecord): Promise<void>;
}

/** A message to be admitted. */
export interface AdmissionRequest {
  readonly tenantId: string;
  readonly widgetId: string;
  readonly sessionId: string;
  readonly conversationId: string;
  /** Hash of the idempotency key; absent when the caller sent none. */
  readonly key?: string;
  /** Messages per sliding minute. */
  readonly limit: number;
}

/** The result for a session, and where its responses are: its home is its first conversation. */
export type Admission = { readonly home: string } & Outcome;

type Outcome =
  /** `atMs` names the entry: epoch milliseconds with a random fraction. */
  | {
      readonly outcome: 'admitted';
      readonly atMs: number;
      readonly firstOfSession: boolean;
      /** Whether no other message of the session can be running. */
      readonly isAlone: boolean;
      /** Messages that the session has left in its minute. */
      readonly left: number;
      /** When one of its places is free again. */
      readonly freeAtMs: number;
    }
  /** The key was claimed by the entry of this `atMs` and is not known to be released. */
  | { readonly outcome: 'claimed'; readonly atMs: number }
  | { readonly outcome: 'limited'; readonly retryAtMs: number };

/** The session's sliding window and its idempotency claims: one conditional write decides both. @see design 2.3, 2.4 */
export interface Admissions {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** Returns a recent rate limit rejection of a session; null if the table must be read. */
  knownLimit(request: AdmissionRequest): { readonly retryAtMs: number; readonly home: string } | null;
  /** The conversation that the session wrote to first, or the request's own. */
  homeOf(request: AdmissionRequest): Promise<string>;
  /** Takes an entry back, its claim and its place in the window: the request did not run, or was a repeat. */
  release(request: AdmissionRequest, atMs: number): Promise<void>;
  /** Takes the claim back and leaves the place: the request failed by the visitor's own doing and may be repeated. */
  releaseClaim(request: AdmissionRequest, atMs: number): Promise<void>;
  /** Makes the request's conversation the home of its session, if that is still the one given; null: the session has none then. */
  moveHome(request: AdmissionRequest, from: string, to: string | null): Promise<void>;
}

/** Whether the tenant's rate limit has a message left. */
export type Taken = { readonly ok: true } | Refused;

/** `of`: the address has used up its share, though the tenant has messages left. */
export interface Refused {
  readonly ok: false;
  readonly retryAtMs: number;
  readonly of?: 'address';
}

/** The rate limit of a tenant. @see design 2.4 */
export interface TenantAllowance {
  take(tenantId: string, limit: number): Promise<Taken>;
  /** Gives back what a refused message had taken. */
  giveBack(tenantId: string): Promise<void>;
}

/** A tenant's messages per minute, or its long-polls. An address, by its salted hash, is limited to its share; null: none is. @see design 2.4 */
export interface MessageAllowance {
  take(tenantId: string, limit: number, address: string | null): Promise<Taken>;
  /** Returns a recent rejection; null if the table must be read. */
  knownRefusal(tenantId: string, limit: number, address: string | null): Refused | null;
  giveBack(tenantId: string, address: string | null): Promise<void>;
}

/** A response to replay. */
export interface ClaimedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type RequestClaim =
  /** `triedSinceMs`: since when, epoch milliseconds, it was tried before without an answer; it may have been done. */
  | { readonly claim: 'taken'; readonly triedSinceMs?: number }
  | { readonly claim: 'answered'; readonly fingerprint: string; readonly answer: ClaimedAnswer }
  | { readonly claim: 'running'; readonly fingerprint: string };

/** Lets a request with an idempotency key run once in 24 hours. @see design 2.3, 9 */
export interface RequestClaims {
  take(key: string, fingerprint: string): Promise<RequestClaim>;
  finish(key: string, fingerprint: string, answer: ClaimedAnswer): Promise<void>;
  /** It was refused: nothing was done. */
  release(key: string): Promise<void>;
  /** It failed and may have been done: it may be sent again at once, and is known as tried then. */
  leave(key: string): Promise<void>;
}

/** Keeps messages that are too large for a queue record, an event or a conversation item. */
export interface LargeMessages {
  /** Stores it whole under a key of the tenant; storing it again changes nothing. */
  store(tenantId: string, key: string, message: CanonicalMessage, expiresAtS: number): Promise<void>;
  /** The whole message; null when none is stored, or not anymore. */
  find(tenantId: string, key: string): Promise<CanonicalMessage | null>;
}

/** When a record of a queue that failed is delivered again. @see design 5.3 */
export interface RecordVisibility {
  /** @param queueArn as the record names it */
  hideFor(queueArn: string, receiptHandle: string, seconds: number): Promise<void>;
}

/** The processing state of a provider's message, kept for 8 days. @see design 2.3, 5.3 */
export type Receipt =
  /** The first attempt: the caller must process it. */
  | { readonly is: 'new' }
  /** Not known to be stored, but attempted before, first at `sinceMs`: it may be. The caller must process it. */
  | { readonly is: 'again'; readonly sinceMs: number }
  /** Another delivery of it is being taken right now. */
  | { readonly is: 'being-taken' }
  /** It is on the queue, or done. */
  | { readonly is: 'taken' };

/** What is stored of an accepted message. */
export interface AcceptedMessage {
  readonly correlationId: string;
  readonly conversationId: string;
  /** When its webhook call was verified, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Whether it starts a turn and was therefore enqueued. */
  readonly queued: boolean;
}

/** The trace of a provider's message. */
export interface ReceivedMessage {
  /** When it was claimed, or stored once it is taken. */
  readonly atMs: number;
  /** Null while it is claimed and not stored. */
  readonly taken: AcceptedMessage | null;
  /** How often it was redelivered, and when last. */
  readonly duplicates: number;
  readonly lastDuplicateMs: number | null;
  /** Why its turn could not be run when it was last tried; null: it was not in trouble. */
  readonly trouble: Trouble | null;
}

/** A turn that others keep from running. */
export interface Trouble {
  readonly reason: string;
  readonly attempts: number;
  readonly nextTryAtMs: number;
}

/** Remembers messages by the id that the provider gave them. */
export interface ReceivedMessages {
  /** Claims a message; a claim whose owner died ends with its lease. */
  claim(tenantId: string, key: string): Promise<Receipt>;
  /** Marks messages as stored: a redelivery is a duplicate. */
  markAllTaken(
    tenantId: string,
    messages: readonly { readonly key: string; readonly trace: AcceptedMessage }[],
  ): Promise<void>;
  /** Not all was done for the messages: a redelivery must be taken, at once, and is taken again. */
  releaseAll(
    tenantId: string,
    messages: readonly { readonly key: string; readonly triedSinceMs?: number | undefined }[],
  ): Promise<void>;
  /** A message that is taken was delivered again. */
  noteDuplicate(tenantId: string, key: string): Promise<void>;
  /** Its turn could not be run, and will be tried again. */
  noteTrouble(tenantId: string, key: string, trouble: Trouble): Promise<void>;
  find(tenantId: string, key: string): Promise<ReceivedMessage | null>;
}
