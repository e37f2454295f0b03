import type { GiveBackRecord, LookAfterRecord, StatusesRecord } from '../contract/chores.ts';

/** A task that nobody waits for. */
export type Chore = LookAfterRecord | StatusesRecord | GiveBackRecord;

/** The queue of what nobody waits for: the schedule's tasks. @see design 5.5 */
export interface Chores {
  /** @param afterS no sooner than that */
  handOut(tasks: readonly Chore[], afterS?: number): Promise<void>;
}
