import type { HandoffRow } from '../contract/admin/handoffs.ts';
import type {
  AgentRecord,
  AssignRecord,
  CenterRecord,
  ReleaseRecord,
  ShardsRecord,
  StatusesRecord,
} from '../contract/queue-records.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import type { AgentLoad } from '../domain/agent-load.ts';
import type { SideEntry } from '../domain/conversation.ts';
import type { ConversationName } from './conversation-store.ts';

/** A queue, what one person has, or all that are snoozed, by when they come back. */
export interface HandoffList {
  readonly of: 'queue' | 'owner' | 'snoozed';
  /** Empty for those that are snoozed; null for all queues, or all owners, of the tenant. */
  readonly name: string | null;
}

/** A conversation in a list, and since when. */
export interface ListedHandoff {
  readonly conversationId: string;
  readonly atMs: number;
  /** Its queue or owner. */
  readonly name: string;
}

/** The conversations with agents or waiting for one, oldest first (eventually consistent). @see handoff.md 1.1 */
export interface HandoffIndex {
  /** @param from those at this time, or later */
  list(
    tenantId: string,
    list: HandoffList,
    page: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<readonly ListedHandoff[]>;
  /** The first hundred conversations of a queue as they were up to ten seconds ago. */
  queue(tenantId: string, name: string): Promise<readonly string[]>;
}

/** A change that agents see, with the state at that time; `handoff` is null once it has ended. */
export interface FeedEntry {
  readonly conversationId: string;
  readonly version: number;
  readonly handoff: HandoffRow | null;
}

/** An entry with its position, by write time, so that a reader never misses one. */
export interface FedEntry extends FeedEntry {
  readonly id: string;
}

/** Updates for agents other than messages, written together with those. @see handoff.md 2.1 */
export interface InboxFeed {
  /** Returns the entries since a time, oldest first, at most 501. */
  since(tenantId: string, sinceMs: number): Promise<readonly FedEntry[]>;
  /** The side entries of a conversation, the oldest first. */
  side(name: ConversationName): Promise<readonly SideEntry[]>;
}

/** The conversations of agents, and their places in the rotation. @see docs/decisions/assignment.md */
export interface AgentLoads {
  /** In the order of the IDs; consistent. */
  findAll(tenantId: string, userIds: readonly string[]): Promise<readonly AgentLoad[]>;
  /** Returns what is stored then; null if another writer was faster. */
  save(tenantId: string, load: AgentLoad): Promise<AgentLoad | null>;
}

/** The presence of agents; each of their long-polls reports it. @see handoff.md 2.1 */
export interface Presence {
  /** They are there now, or say that they are not. @returns whether they were there before */
  note(tenantId: string, userId: string, isThere: boolean): Promise<boolean>;
  /** Whether they were seen in the last 90 seconds. */
  isThere(tenantId: string, userId: string): Promise<boolean>;
  /** Those of these users who were. */
  whoIsThere(tenantId: string, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether any member of a queue was, as of up to 30 seconds ago. */
  isAttended(tenantId: string, queue: string, members: () => Promise<readonly string[]>): Promise<boolean>;
}

/** Who may type in a conversation. */
export type Typist = 'visitor' | 'agent';

/** What an agent shows in a chat app: read marks and typing. */
export interface Shown {
  /** The last message that they read. */
  readonly read: string;
  /** The message that they are replying to; null if they only read. */
  readonly typed: string | null;
}

/** When each of them has sent their last message, epoch milliseconds. */
export type TypingTimes = Readonly<Partial<Record<Typist, number | null>>>;

/** Typing indicators, which expire within seconds. @see handoff.md 2.2 */
export interface Typing {
  /** Stores whether a user is typing, at most every three seconds. */
  note(name: ConversationName, who: Typist, isOn: boolean): Promise<void>;
  /** Claims that a chat app is shown this: true once for each, and for one who writes again when it is shown no longer. */
  claimShown(name: ConversationName, shown: Shown): Promise<boolean>;
  /** Reads who is typing; a message sent since then ends it. @param writtenAtMs the time of each one's last message */
  read(name: ConversationName, writtenAtMs: TypingTimes): Promise<Readonly<Record<Typist, boolean>>>;
}

/** Identifies a handoff. */
export interface HandoffName {
  readonly tenantId: string;
  readonly handoffId: string;
}

/** How far a contact center knows a handoff. Written only by the conversation's queue. @see handoff.md 4 */
export interface CenterLink extends HandoffName {
  readonly conversationId: string;
  readonly channel: ChannelName;
  /** The account that the center is reached by. */
  readonly accountId: string;
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Whether the center has opened the handoff; `maybe` if its response was lost. */
  readonly opened: 'no' | 'maybe' | 'yes';
  /** How often it was opened. A message that crosses its end reopens it. */
  readonly opens: number;
  /** The position of the last event that it accepted or permanently rejected. */
  readonly position: number;
  /** The last message of the log that was sent to it or skipped. */
  readonly doneMessageId: string | null;
  /** The last message update that was sent to it or skipped; absent in items of the previous release. */
  readonly doneUpdateId?: string;
  /** The center's ID. */
  readonly externalId: string | null;
  /** The next event's trouble. */
  readonly trouble: { readonly sinceMs: number; readonly tries: number } | null;
  /** The visitor was told that the center is unavailable. */
  readonly isAway: boolean;
  /** When either side ended it. */
  readonly endedAtMs: number | null;
  /** The handoff's epoch then: one that is opened again has another. */
  readonly endedEpoch: number;
}

/** The messages of a contact center, in order. Written only by the conversation's queue. @see handoff.md 4.2 */
export interface CenterArrivals extends HandoffName {
  /** 0 before the first write; each write adds one. */
  readonly version: number;
  /** Everything up to it has been carried out, or is waited for no more. */
  readonly position: number;
  /** Messages that wait for a missing predecessor. */
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
export type BackgroundJob = ShardsRecord | StatusesRecord | ReleaseRecord | AssignRecord;

/** The queue of background tasks of the schedule. @see design 5.5 */
export interface BackgroundJobs {
  /** @param afterS no sooner than that */
  enqueue(tasks: readonly BackgroundJob[], afterS?: number): Promise<void>;
}
