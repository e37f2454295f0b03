import type { CenterRecord } from '../contract/center-records.ts';

/** Wakes whoever tells contact centers; a group of its own for each conversation. @see handoff.md 4 */
export interface CenterQueue {
  /** @param deduplicationId the same id within five minutes is queued once */
  wake(record: CenterRecord, deduplicationId: string): Promise<void>;
}
