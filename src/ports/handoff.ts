import type { HandoffRow } from '../contract/admin/handoffs.ts';
import type {
  AgentRecord,
  CenterRecord,
  GiveBackRecord,
  LookAfterRecord,
  StatusesRecord,
} from '../contract/queue-records.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import type { SideEntry } from '../domain/conversation.ts';
import type { ConversationName } from './conversation-store.ts';

/** A queue, or what one person has. */
export interface DeskList {
  readonly of: 'queue' | 'owner';
  readonly name: string;
}

/** A conversation in a list, and since when. */
export interface DeskPlace {
  readonly conversationId: string;
  readonly atMs: number;
}

/** The conversations with agents or waiting for one, oldest first (eventually consistent). @see handoff.md 1.1 */
export interface DeskIndex {
  /** @param from those at this time, or later */
  list(
    tenantId: string,
    list: DeskList,
    page: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<readonly DeskPlace[]>;
  /** The first hundred conversations of a queue as they were up to ten seconds ago. */
  queue(tenantId: string, name: string): Promise<readonly string[]>;
}

/** A change that agents see, with the state at that time; `handoff` is null once it has ended. */
export interface FeedEntry {
  readonly conversationId: string;
  readonly version: number;
  readonly handoff: HandoffRow | null;
}

/** An entry, and its place: by the time at which it was told, so that none lands behind who reads. */
export interface FedEntry extends FeedEntry {
  readonly id: string;
}

/** Updates for agents other than messages, written together with those. @see handoff.md 2.1 */
export interface DeskFeed {
  /** All that was told since, the oldest first, five hundred and one at most. */
  since(tenantId: string, sinceMs: number): Promise<readonly FedEntry[]>;
  /** The side entries of a conversation, the oldest first. */
  side(name: ConversationName): Promise<readonly SideEntry[]>;
}

/** Which people of a tenant are at their desks: each of their long-polls says so. @see handoff.md 2.1 */
export interface Presence {
  /** They are there now, or say that they are not. */
  note(tenantId: string, userId: string, isThere: boolean): Promise<void>;
  /** Whether they were heard of in the last minute and a half. */
  isThere(tenantId: string, userId: string): Promise<boolean>;
}

/** Who may write in a conversation. */
export type Typist = 'visitor' | 'agent';

/** How an agent appears in a chat app. */
export interface Shown {
  /** How far they have read. */
  readonly read: string;
  /** What they write an answer to; null when they only read. */
  readonly typed: string | null;
}

/** When each of them has sent their last message, epoch milliseconds. */
export type SaidAt = Readonly<Partial<Record<Typist, number | null>>>;

/** Who is writing just now; it forgets itself within seconds. @see handoff.md 2.2 */
export interface Typing {
  /** Stores whether a user is typing, at most every three seconds. */
  note(name: ConversationName, who: Typist, isOn: boolean): Promise<void>;
  /** Claims that a chat app is shown this: true once for each, and for one who writes again when it is shown no longer. */
  claimShown(name: ConversationName, shown: Shown): Promise<boolean>;
  /** Reads who is typing; a message sent since then ends it. @param saidAtMs the time of each one's last message */
  read(name: ConversationName, saidAtMs: SaidAt): Promise<Readonly<Record<Typist, boolean>>>;
}

/** Which handoff, of which tenant. */
export interface HandoffName {
  readonly tenantId: string;
  readonly handoffId: string;
}

/** How far a contact center has been told of a handoff. Only the queue of its conversation writes it. @see handoff.md 4 */
export interface CenterLink extends HandoffName {
  readonly conversationId: string;
  readonly channel: ChannelName;
  /** The account that the center is reached by. */
  readonly accountId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Whether it knows the handoff; `maybe`: the answer to that was lost. */
  readonly opened: 'no' | 'maybe' | 'yes';
  /** How often it was opened: a message that crosses its end opens it again. */
  readonly opens: number;
  /** Of the last event that it has taken, or refused for good. */
  readonly position: number;
  /** The last message of the log that it was told, or that it need not be. */
  readonly doneMessageId: string | null;
  /** The last update of a message that it was told, or that it need not be; absent as the last release wrote it. */
  readonly doneUpdateId?: string;
  /** What the center calls it. */
  readonly externalId: string | null;
  /** The next event's trouble. */
  readonly trouble: { readonly sinceMs: number; readonly tries: number } | null;
  /** The visitor has been told that it can't be reached. */
  readonly isAway: boolean;
  /** When it was told the end, or told us. */
  readonly endedAtMs: number | null;
  /** The handoff's epoch then: one that is opened again has another. */
  readonly endedEpoch: number;
}

/** What a center has sent, in its order. Only the queue of its conversation writes it. @see handoff.md 4.2 */
export interface CenterArrivals extends HandoffName {
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to it has been carried out, or is waited for no more. */
  readonly position: number;
  /** What waits for what comes before it. */
  readonly parked: readonly AgentRecord[];
}

/** Handoffs that contact centers have, kept for eight days after their end. */
export interface CenterLinks {
  find(name: HandoffName): Promise<CenterLink | null>;
  /** @throws VersionConflictError after a concurrent write */
  save(next: CenterLink): Promise<void>;
  findArrivals(name: HandoffName): Promise<CenterArrivals | null>;
  /** @throws VersionConflictError after a concurrent write */
  saveArrivals(next: CenterArrivals): Promise<void>;
}

/** Wakes up the sender to contact centers; a separate group per conversation. @see handoff.md 4 */
export interface CenterQueue {
  /** @param deduplicationId the same id within five minutes is queued once */
  wake(record: CenterRecord, deduplicationId: string): Promise<void>;
}

/** A background task. */
export type Chore = LookAfterRecord | StatusesRecord | GiveBackRecord;

/** The queue of background tasks of the schedule. @see design 5.5 */
export interface Chores {
  /** @param afterS no sooner than that */
  enqueue(tasks: readonly Chore[], afterS?: number): Promise<void>;
}
