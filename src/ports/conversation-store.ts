import type { BesideChange } from '../domain/beside-turn.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { Answer } from './http-client.ts';

/** Identifies a conversation. */
export interface ConversationName {
  readonly tenantId: string;
  readonly conversationId: string;
}

/** A page of due conversations, the earliest first. */
export interface DuePage {
  readonly due: readonly (ConversationName & { readonly dueAtMs: number })[];
  /** The next page's cursor; null after the last page. */
  readonly next: unknown;
}

/** One item a conversation, written whole on condition of its version. @see design 5.2 */
export interface ConversationStore<State> {
  /** @param as `lately`: as it was a moment ago, for a third of the price; what is published is not looked at then */
  find(tenantId: string, conversationId: string, as?: 'now' | 'lately'): Promise<Conversation<State> | null>;
  /** Reads many conversations, a hundred by a call, as they are now; in no order, without those that are gone. */
  findAll(tenantId: string, conversationIds: readonly string[]): Promise<readonly Conversation<State>[]>;
  /**
   * Returns the current conversation and, from the same call, the stored answer of a repeated request (eventually consistent).
   * @param key of the answer; undefined where there can be none
   */
  findWithAnswer(
    tenantId: string,
    conversationId: string,
    key: string | undefined,
  ): Promise<{ readonly conversation: Conversation<State> | null; readonly answer: Answer | null }>;
  /**
   * Stores `next` if the stored version is still `next.version - 1`.
   * @throws VersionConflictError when it is not
   */
  save(next: Conversation<State>): Promise<void>;
  /** Forgets the outbox of this very version; does nothing if a later version is stored. */
  clearOutbox(conversation: Conversation<State>): Promise<void>;
  /**
   * Writes outbox and due time, if just `before` is stored.
   * @returns whether it was
   */
  markSettled(
    before: Conversation<State>,
    after: Required<Pick<BesideChange<State>, 'outbox' | 'dueAtMs'>>,
  ): Promise<boolean>;
  /**
   * Writes a long-poll among those that wait; the one before the last is pushed out.
   * @param seenId the last message that the visitor has seen, where one is unread
   */
  enterPoll(conversation: Conversation<State>, pollId: string, seenId?: string): Promise<void>;
  /** Lists the due conversations of a shard. @see docs/decisions/schedule.md */
  listDue(shard: number, nowMs: number, page?: Pick<DuePage, 'next'>): Promise<DuePage>;
}
