import type { WaitingConversation } from './waiting-replies.ts';

/** The FIFO queue of the outbound connector, for conversations that have waited outside it. @see design 5.3 */
export interface ReplyQueue {
  /** Doing it twice within five minutes queues a conversation once. */
  release(conversations: readonly WaitingConversation[]): Promise<void>;
}
