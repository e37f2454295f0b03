import { hash32 } from '../../contract/text-identity.ts';

/** With fewer runs, a version is not compared with another. */
export const runsToJudge = 20;
/**
 * It is judged at each count, a thousand times a week: what is sure at one look is bound to happen by chance at one of many.
 * So it is worse by what chance does once in a thousand looks; and few runs are enough where nearly all of them raise.
 */
const worse: Certainty = { deviations: 3.29, runsAtLeast: runsToJudge };
/** Automatic promotion requires this many runs of each version. */
const promoted: Certainty = { deviations: 1.96, runsAtLeast: 100 };

/** Runs in which the flow raised, of those that began. */
export interface CanaryRuns {
  readonly canary: Proportion;
  readonly live: Proportion;
  /** Whether the automatic promotion is due. */
  readonly isDue: boolean;
}

/**
 * Decides the end of a gradual rollout from the results of its runs; null: it continues.
 * @see design 9 "Flows", docs/decisions/reports.md
 */
export function judgeCanary({ canary, live, isDue }: CanaryRuns): 'cancel' | 'promote' | null {
  const { low } = differenceOf(canary, live, worse);
  if ((low !== null && low > 0) || isBroken(canary, live)) return 'cancel';
  const { low: likely } = differenceOf(canary, live, promoted);
  return isDue && likely !== null && likely <= 0 ? 'promote' : null;
}

/**
 * If nearly all visitors get the new version, the live one has too few runs to compare with: the rollout then stops once nine
 * tenths of its runs failed.
 */
function isBroken(canary: Proportion, live: Proportion): boolean {
  const isFew = live.of < runsToJudge && 2 * live.part <= live.of;
  return isFew && canary.of >= runsToJudge && canary.part >= 0.9 * canary.of;
}

/** The required certainty of a difference. */
interface Certainty {
  /** A normal variable is within so many deviations of its mean. */
  readonly deviations: number;
  /** The minimum number of runs of each; below it a difference would be chance. */
  readonly runsAtLeast: number;
}

/** 95 % of the time. */
const usual: Certainty = { deviations: 1.96, runsAtLeast: 100 };

/** So many of so many. */
interface Proportion {
  readonly part: number;
  readonly of: number;
}

/** A difference of two shares, with the interval that it lies in; null of too few of either. */
export function differenceOf(one: Proportion, other: Proportion, sure: Certainty = usual) {
  if (one.of < sure.runsAtLeast || other.of < sure.runsAtLeast)
    return { difference: null, low: null, high: null };
  const [a, b] = [wilson(one, sure), wilson(other, sure)];
  const difference = a.share - b.share;
  // Newcombe's, of two of Wilson's: it holds for shares near nothing, too.
  const below = Math.hypot(a.share - a.low, b.high - b.share);
  const above = Math.hypot(a.high - a.share, b.share - b.low);
  return { difference, low: difference - below, high: difference + above };
}

/** @see https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
function wilson({ part, of }: Proportion, { deviations }: Certainty) {
  const share = part / of;
  const square = deviations ** 2;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const spread =
    (deviations / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return { share, low: middle - spread, high: middle + spread };
}

/** A version that a share of new conversations gets. */
export interface Canary {
  readonly version: number;
  readonly percent: number;
  /** So long after its publication it is met by all, unless it does worse. */
  readonly promoteAfterHours?: number | undefined;
}

/**
 * Whether a conversation gets the rollout's version. The result is always the same for a conversation, and
 * independent for each flow and version.
 * @see design 9 "Flows"
 */
export function meetsCanary(
  { conversationId, flowId }: { readonly conversationId: string; readonly flowId: string },
  { version, percent }: Canary,
): boolean {
  return hash32(`${conversationId}#${flowId}#${version}`) % 100 < percent;
}
