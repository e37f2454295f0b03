import type { ChannelName } from '../../contract/vocabulary.ts';
import { fittedSketches, unionOfSketches, type VisitorSketch } from './visitor-sketch.ts';

/** What a cell counts: runs by start time, or handoffs by request time. */
export interface CellKey {
  readonly kind: 'run' | 'handoff';
  readonly channel: ChannelName;
  readonly place: string | null;
  readonly flow: string;
  readonly version: number;
  /** For handoffs. */
  readonly queue?: string;
  /** The last owner: `kind:id`. */
  readonly owner?: string;
  readonly ownerName?: string;
}

/** Counts of what is alike: they add up, and so do histograms; shares and means do not, and are not stored. */
export interface Cell {
  readonly of: CellKey;
  readonly n: Readonly<Record<string, number>>;
  readonly h: Readonly<Record<string, Histogram>>;
  /** When each was asked for that still waits. */
  readonly waiting?: readonly number[];
  /** For runs; absent in counts from before it existed. */
  readonly visitors?: VisitorSketch;
}

type Counts = Pick<Cell, 'n' | 'h' | 'waiting' | 'visitors'>;

/** The version of the counting rules. A count by another version may differ without being wrong. */
export const countedBy = 3;
/** The maximum for all cells of an hour or day together: an item holds 400 KB. */
const mostVisitorCharacters = 200_000;

/** All counts together. */
export function sumOfCells(cells: readonly Cell[]): Counts {
  const n: Record<string, number> = {};
  const histograms = new Map<string, Histogram[]>();
  for (const cell of cells) {
    for (const [name, count] of Object.entries(cell.n)) n[name] = (n[name] ?? 0) + count;
    for (const [name, histogram] of Object.entries(cell.h))
      histograms.set(name, [...(histograms.get(name) ?? []), histogram]);
  }
  const h = Object.fromEntries([...histograms].map(([name, all]) => [name, sumOfHistograms(all)]));
  const waiting = cells.flatMap((cell) => cell.waiting ?? []);
  const visitors = visitorsOf(cells);
  return {
    n,
    h,
    ...(waiting.length > 0 && { waiting }),
    ...(visitors !== undefined && { visitors }),
  };
}

/** Buckets and how often each was met, one behind the other; sorted. What is stored adds up, as averages do not. */
export type Histogram = readonly number[];

/** Each bucket ends a tenth above where it begins: its middle is within five per cent of all that is in it. */
const ratio = 1.1;
/** The maximum number of buckets of an item; further values go to the nearest. */
const keptBuckets = 40;

/** The bucket of a duration: 0 of nothing. */
function bucketOf(ms: number): number {
  return ms < 1 ? 0 : Math.floor(Math.log(ms) / Math.log(ratio) + 1e-9) + 1;
}

/** The representative duration of a bucket, milliseconds. */
export function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(ratio ** (bucket - 0.5));
}

/** With one duration more, in an item, where room is short. */
export function withDuration(histogram: Histogram, ms: number): Histogram {
  const bucket = bucketOf(ms);
  let at = 0;
  while (at < histogram.length && Number(histogram[at]) < bucket) at += 2;
  const isNew = histogram[at] !== bucket;
  if (isNew && histogram.length < 2 * keptBuckets) return histogram.toSpliced(at, 0, bucket, 1);
  // A full one counts it at the nearest bucket.
  const before = bucket - Number(histogram[at - 2] ?? Number.NEGATIVE_INFINITY);
  const behind = Number(histogram[at] ?? Number.POSITIVE_INFINITY) - bucket;
  const counted = before <= behind ? at - 1 : at + 1;
  return histogram.with(counted, Number(histogram[counted]) + 1);
}

/** The histogram of one duration. */
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
  const counts = new Map<number, number>();
  for (let n = 0; n < histogram.length; n += 2) counts.set(histogram[n] ?? 0, histogram[n + 1] ?? 0);
  return counts;
}

/** Returns the number of durations. */
export function sizeOf(histogram: Histogram): number {
  return [...countsOf(histogram).values()].reduce((sum, count) => sum + count, 0);
}

/** Returns a quantile, accurate to five percent; null for an empty histogram. */
export function quantileOf(histogram: Histogram, share: number): number | null {
  const size = sizeOf(histogram);
  let left = Math.ceil(size * share);
  for (const [bucket, count] of countsOf(histogram)) {
    left -= count;
    if (left <= 0) return middleOf(bucket);
  }
  return null;
}

/** None where any run was counted without its visitor. */
function visitorsOf(cells: readonly Cell[]): VisitorSketch | undefined {
  const ofRuns = cells.filter(({ n }) => (n.started ?? 0) > 0);
  const sketches = ofRuns.flatMap(({ visitors }) => visitors ?? []);
  return sketches.length > 0 && sketches.length === ofRuns.length ? unionOfSketches(sketches) : undefined;
}

/** Cells of one kind together, in an order that does not depend on theirs. */
export function mergeCells(cells: readonly Cell[]): readonly Cell[] {
  const alike = Map.groupBy(cells, ({ of }) => JSON.stringify(Object.entries(of).sort()));
  const merged = [...alike]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first ? [{ of: first.of, ...sorted(sumOfCells([first, ...rest])) }] : [],
    );
  const sketches = fittedSketches(
    merged.map(({ visitors }) => visitors ?? ''),
    mostVisitorCharacters,
  );
  return merged.map((cell, n) => {
    const visitors = sketches[n];
    return visitors ? { ...cell, visitors } : cell;
  });
}

function sorted({ n, h, waiting, visitors }: Counts): Counts {
  const inOrder = <Value>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    n: inOrder(n),
    h: inOrder(h),
    ...(waiting && { waiting: waiting.toSorted((a, b) => a - b) }),
    ...(visitors !== undefined && { visitors }),
  };
}

/** A quarter of an hour: every zone's hours are four of them. */
export const slotMs = 15 * 60_000;

/** Returns the start of a time's quarter of an hour. */
export const slotOf = (timeMs: number): number => Math.floor(timeMs / slotMs) * slotMs;

/** The quarter hours in which a run is counted: that of its start, and those of its handoff requests. */
export function slotsOf({
  startedAtMs,
  handoffs = [],
}: {
  readonly startedAtMs: number;
  readonly handoffs?: readonly { readonly requestedAtMs: number }[] | undefined;
}): readonly number[] {
  const times = [startedAtMs, ...handoffs.map(({ requestedAtMs }) => requestedAtMs)];
  return [...new Set(times.map(slotOf))];
}
