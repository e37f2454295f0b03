import type { AccountRef } from '../../ports/send-pacing.ts';
import type { Gateway } from '../gateway.ts';
import type { HeldCursor } from './held-cursor.ts';
import type { PendingReply } from './pending-replies.ts';

/** What sending takes. */
export type DeliveryPorts = Pick<
  Gateway,
  | 'addresses'
  | 'bus'
  | 'centers'
  | 'conversations'
  | 'cursors'
  | 'deliveries'
  | 'directory'
  | 'files'
  | 'http'
  | 'log'
  | 'metrics'
  | 'nowMs'
  | 'pacing'
  | 'pause'
  | 'people'
  | 'random'
  | 'runs'
  | 'sendingSecrets'
  | 'templates'
  | 'turnLog'
  | 'waiting'
>;

/** The invocation of a function that sends: how long it may still run, and whose sends are under way in it. */
export interface Invocation {
  remainingMs(): number;
  /** Runs a send of an account when few others of it are under way: one account never fills a whole batch. */
  seat<T>(account: AccountRef, send: () => Promise<T>): Promise<T>;
  /** The last reply that is done with of each conversation, by its key, as it was saved. */
  readonly done: Map<string, { readonly replyId: string; readonly sequence: number }>;
}

/** One reply in the hands of its conversation's sender. */
export interface ReplyTask {
  readonly pending: PendingReply;
  readonly cursor: HeldCursor;
  readonly account: AccountRef;
  readonly invocation: Invocation;
  /** What the same sender sends behind it, by the same account. */
  readonly behind: readonly PendingReply[];
  /** Moments of the account that were reserved with an earlier one's, epoch milliseconds. */
  readonly moments: number[];
}
