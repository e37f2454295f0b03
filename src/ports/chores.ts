import type { LookAfterRecord, StatusesRecord } from '../contract/chores.ts';

/** The queue of what nobody waits for: the schedule's tasks. @see design 5.5 */
export interface Chores {
  handOut(tasks: readonly (LookAfterRecord | StatusesRecord)[]): Promise<void>;
}
