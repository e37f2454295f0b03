/** The share that a normal variable is within this many deviations of its mean is 95 %. */
const deviations = 1.96;
/** Below it no difference is told: it would be chance. */
const runsAtLeast = 100;

/** So many of so many. */
export interface Proportion {
  readonly part: number;
  readonly of: number;
}

/** A difference of two shares, with the interval that it lies in by 95 %; null below a hundred of either. */
export function differenceOf(one: Proportion, other: Proportion) {
  if (one.of < runsAtLeast || other.of < runsAtLeast) return { difference: null, low: null, high: null };
  const [a, b] = [wilson(one), wilson(other)];
  const difference = a.share - b.share;
  // Newcombe's, of two of Wilson's: it holds for shares near nothing, too.
  const below = Math.hypot(a.share - a.low, b.high - b.share);
  const above = Math.hypot(a.high - a.share, b.share - b.low);
  return { difference, low: difference - below, high: difference + above };
}

/** @see https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
function wilson({ part, of }: Proportion) {
  const share = part / of;
  const square = deviations ** 2;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const spread =
    (deviations / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return { share, low: middle - spread, high: middle + spread };
}
