/** Buckets and how often each was met, one behind the other; sorted. What is stored adds up, as averages do not. */
export type Histogram = readonly number[];

/** Each bucket ends a tenth above where it begins: its middle is within five per cent of all that is in it. */
const ratio = 1.1;
/** As many as one item keeps; what comes then goes to the nearest. */
const keptBuckets = 40;

/** The bucket of a duration: 0 of nothing. */
function bucketOf(ms: number): number {
  return ms < 1 ? 0 : Math.floor(Math.log(ms) / Math.log(ratio) + 1e-9) + 1;
}

/** What stands for all durations of a bucket, milliseconds. */
export function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(ratio ** (bucket - 0.5));
}

/** With one duration more, in an item, where room is short. */
export function withDuration(histogram: Histogram, ms: number): Histogram {
  const counts = countsOf(histogram);
  const bucket = bucketOf(ms);
  const isFull = counts.size >= keptBuckets && !counts.has(bucket);
  const at = isFull ? nearest([...counts.keys()], bucket) : bucket;
  counts.set(at, (counts.get(at) ?? 0) + 1);
  return histogramOf(counts);
}

function nearest(buckets: readonly number[], wanted: number): number {
  return buckets.reduce((best, bucket) =>
    Math.abs(bucket - wanted) < Math.abs(best - wanted) ? bucket : best,
  );
}

/** Of one duration. */
export const histogramOfOne = (ms: number): Histogram => [bucketOf(ms), 1];

/** All that several hold. */
export function sumOfHistograms(histograms: readonly Histogram[]): Histogram {
  const counts = new Map<number, number>();
  for (const histogram of histograms)
    for (const [bucket, count] of countsOf(histogram)) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  return histogramOf(counts);
}

function histogramOf(counts: ReadonlyMap<number, number>): Histogram {
  return [...counts].sort(([a], [b]) => a - b).flat();
}

/** Each bucket with how often it was met, the least first. */
export function countsOf(histogram: Histogram): Map<number, number> {
  const pairs = Array.from({ length: histogram.length / 2 }, (_, n): [number, number] => [
    histogram[2 * n] ?? 0,
    histogram[2 * n + 1] ?? 0,
  ]);
  return new Map(pairs);
}

/** How many durations there are. */
export function sizeOf(histogram: Histogram): number {
  return [...countsOf(histogram).values()].reduce((sum, count) => sum + count, 0);
}

/** What so many of them, a share, do not exceed, within five per cent; null of none. */
export function quantileOf(histogram: Histogram, share: number): number | null {
  const size = sizeOf(histogram);
  let left = Math.ceil(size * share);
  for (const [bucket, count] of countsOf(histogram)) {
    left -= count;
    if (left <= 0) return middleOf(bucket);
  }
  return null;
}
