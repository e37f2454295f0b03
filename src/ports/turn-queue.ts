import type { AgentRecord } from '../contract/center-records.ts';
import type { TurnRecord, UpdateRecord } from '../contract/turn-record.ts';

/** A FIFO queue of turns; one group a conversation. @see design 5.3 */
export interface TurnQueue {
  /**
   * @param deduplicationId the same id within five minutes is queued once
   * @returns its place in the queue, which grows within a conversation; null when the queue does not tell
   */
  send(record: TurnRecord, deduplicationId: string): Promise<string | null>;
  /**
   * Sends at most ten in their order, each by its turn's id.
   * @returns the turn ids of those that were not taken
   */
  sendAll(records: readonly (TurnRecord | UpdateRecord)[]): Promise<readonly string[]>;
  /** What a contact center does, in its conversation's order; each once in five minutes. */
  sendAgent(record: AgentRecord): Promise<void>;
}
