import type { TurnRecord } from '../contract/turn-record.ts';

/** The FIFO queue of turns; one group a conversation. @see design 5.3 */
export interface TurnQueue {
  /** @param deduplicationId the same id within five minutes is queued once */
  send(record: TurnRecord, deduplicationId: string): Promise<void>;
}
