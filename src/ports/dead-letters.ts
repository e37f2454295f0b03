/** Queues whose records may be given up. */
export type ConsumedQueue = 'turns' | 'continuations' | 'outbound';

/** A record of a queue that was given up, as an operator finds it. @see design 5.3 */
export interface DeadLetter {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Greater for what was given up later in a conversation. */
  readonly id: string;
  readonly queue: ConsumedQueue;
  /** A turn that can be run again, or a record that nobody can read. */
  readonly kind: 'turn' | 'unreadable';
  /** In words, without anything that a visitor wrote. */
  readonly reason: string;
  readonly attempts: number;
  readonly deadAtMs: number;
  /** When its tenant's log would have forgotten what it holds, epoch seconds. */
  readonly expiresAtS?: number;
  readonly correlationId: string | null;
  /** The record as it lay on the queue. */
  readonly body: string;
}

/** What names one. */
export type DeadLetterKey = Pick<DeadLetter, 'tenantId' | 'conversationId' | 'id'>;

/** Whose to list; without a tenant, everybody's. */
export interface DeadLetterFilter {
  readonly tenantId?: string;
  readonly conversationId?: string;
}

/** Records that were given up, by tenant and conversation; kept for 14 days, or for as long as its tenant's log if that is less. @see design 5.3 */
export interface DeadLetters {
  /** Keeping it twice changes nothing. */
  keep(letter: DeadLetter): Promise<void>;
  /** A page of them, of one conversation the oldest first; `cursor` of the last page, null for the first. */
  list(
    filter: DeadLetterFilter,
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly letters: readonly DeadLetter[]; readonly cursor: string | null }>;
  drop(key: DeadLetterKey): Promise<void>;
}
