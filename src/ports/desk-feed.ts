import type { HandoffRow } from '../contract/admin/handoffs.ts';
import type { SideEntry } from '../domain/side-entry.ts';
import type { ConversationName } from './conversation-store.ts';

/** A change that humans see, as it stood when it was told; `handoff` is null when they have it no more. */
export interface FeedEntry {
  readonly conversationId: string;
  readonly version: number;
  readonly handoff: HandoffRow | null;
}

/** An entry, and its place: by the time at which it was told, so that none lands behind who reads. */
export interface FedEntry extends FeedEntry {
  readonly id: string;
}

/** What is told to the tenant's people besides messages: it is written with those. @see handoff.md 2.1 */
export interface DeskFeed {
  /** All that was told since, the oldest first, five hundred and one at most. */
  since(tenantId: string, sinceMs: number): Promise<readonly FedEntry[]>;
  /** The side entries of a conversation, the oldest first. */
  side(name: ConversationName): Promise<readonly SideEntry[]>;
}
