import type { AccountRef } from './send-pacing.ts';

/** An account some of whose conversations wait outside the queue. */
export interface WaitingLane {
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
  /** Sees to it that the schedule looks at an account; after its conversation's cursor says that it waits. */
  join(account: AccountRef, dueAtMs: number): Promise<void>;
  /** Parts that the accounts are divided into, each listed by itself. */
  readonly shards: number;
  /** Accounts that are due to be looked at, longest due first. */
  listLanes(shard: number, dueBeforeMs: number): AsyncIterable<WaitingLane>;
  /** The conversations of an account that may go first, due or not. */
  list(account: AccountRef, limit: number): Promise<readonly WaitingConversation[]>;
  /** Looks at an account again at that time. */
  postpone(account: AccountRef, untilMs: number): Promise<void>;
  /** Looks no more at an account; false when a conversation may have joined meanwhile. */
  close(lane: WaitingLane): Promise<boolean>;
}
