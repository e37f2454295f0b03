import type { Conversation } from '../domain/conversation.ts';

/** One item a conversation, written whole on condition of its version. @see design 5.2 */
export interface ConversationStore<State> {
  find(tenantId: string, conversationId: string): Promise<Conversation<State> | null>;
  /**
   * Stores `next` if the stored version is still `next.version - 1`.
   * @throws VersionConflictError when it is not
   */
  save(next: Conversation<State>): Promise<void>;
  /** Forgets the outbox of this very version; does nothing if a later version is stored. */
  clearOutbox(conversation: Conversation<State>): Promise<void>;
  /** Ids of conversations whose appointment with the schedule has come, the earliest first. */
  listDue(tenantId: string, nowMs: number, limit: number): Promise<readonly string[]>;
}
