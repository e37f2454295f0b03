import { type Certainty, differenceOf, type Proportion } from './compare-shares.ts';

/**
 * It is judged at each count, a thousand times a week: what is sure at one look is bound to happen by chance at one of many.
 * So it is worse by what chance does once in a thousand looks; and few runs are enough where nearly all of them raise.
 */
const worse: Certainty = { deviations: 3.29, runsAtLeast: 20 };
/** What is promoted must have been met by so many, and the other, too. */
const promoted: Certainty = { deviations: 1.96, runsAtLeast: 100 };

/** Runs in which the flow raised, of those that began. */
export interface CanaryRuns {
  readonly canary: Proportion;
  readonly live: Proportion;
  /** Whether the time has come at which everybody is to meet it. */
  readonly isDue: boolean;
}

/**
 * What is to become of a canary by what its runs have come to; null: it goes on.
 * @see design 9 "Flows", docs/decisions/reports.md
 */
export function judgeCanary({ canary, live, isDue }: CanaryRuns): 'cancel' | 'promote' | null {
  const { low } = differenceOf(canary, live, worse);
  if (low !== null && low > 0) return 'cancel';
  const { low: likely } = differenceOf(canary, live, promoted);
  return isDue && likely !== null && likely <= 0 ? 'promote' : null;
}
