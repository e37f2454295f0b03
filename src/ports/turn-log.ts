import type { CommittedTurn } from '../domain/conversation.ts';
import type { Answer } from './answer.ts';
import type { ConversationName } from './conversation-store.ts';
import type { FeedEntry } from './desk-feed.ts';

/** The log of turns, and the answers given to idempotent requests. @see design 6 */
export interface TurnLog {
  /** Appends turns, finishes answers and tells people of the tenant, in one call; doing it twice changes nothing. */
  record(
    turns: readonly CommittedTurn[],
    answers: readonly Answer[],
    desk?: {
      readonly beside: readonly CommittedTurn[];
      readonly fed: (FeedEntry & { readonly tenantId: string }) | null;
    },
  ): Promise<void>;
  /**
   * Turns that hold a message after `after` (null: all), oldest first, none that has expired; empty at the end only.
   * `lately`, unless told: as they were a moment ago, which costs half.
   */
  read(
    tenantId: string,
    conversationId: string,
    after: string | null,
    limit: number,
    as?: 'now' | 'lately',
  ): Promise<readonly CommittedTurn[]>;
  /** Whether a turn has left something that only people of the tenant read, among what was written after an id. */
  hasSide(conversation: ConversationName, turnId: string, afterId: string): Promise<boolean>;
  findAnswer(key: string): Promise<Answer | null>;
  /** Remembers a 202 unless the answer is known already. */
  rememberPending(answer: Answer): Promise<void>;
}
