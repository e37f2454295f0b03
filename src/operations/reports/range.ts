import type { Cell } from '../../domain/runs/cells.ts';
import type { LocalHour } from '../../domain/runs/local-time.ts';

/** Counts of a range, by its hours or its days, in their order. */
export interface ReadRange {
  readonly parts: readonly {
    readonly hour?: LocalHour;
    readonly date: string;
    readonly cells: readonly Cell[];
  }[];
  readonly all: readonly Cell[];
  readonly until: string | null;
  /** Hours of the last day that have begun, while it is not over. */
  readonly hoursOfLastDay: number | null;
}
