/** How sure a difference is to be. */
export interface Certainty {
  /** A normal variable is within so many deviations of its mean. */
  readonly deviations: number;
  /** Of each: below it no difference is told, since it would be chance. */
  readonly runsAtLeast: number;
}

/** 95 % of the time. */
const usual: Certainty = { deviations: 1.96, runsAtLeast: 100 };

/** So many of so many. */
export interface Proportion {
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
