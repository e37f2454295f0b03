import type { ChannelName } from '../../contract/vocabulary.ts';
import { type Histogram, sumOfHistograms } from './histogram.ts';
import { fittedSketches, unionOfSketches, type VisitorSketch } from './visitor-sketch.ts';

/** What a cell counts: runs by their start, or handoffs by their request. */
export interface CellKey {
  readonly kind: 'run' | 'handoff';
  readonly channel: ChannelName;
  readonly place: string | null;
  readonly flow: string;
  readonly version: number;
  /** Of handoffs. */
  readonly queue?: string;
  /** Who had it last: `kind:id`. */
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
  /** Of runs; what was counted before there were any has none. */
  readonly visitors?: VisitorSketch;
}

type Counts = Pick<Cell, 'n' | 'h' | 'waiting' | 'visitors'>;

/** What is counted: an hour that was counted by another number was not counted wrongly when it says something else. */
export const countedBy = 2;
/** Of all visitors of an hour or a day together: an item holds 400 kB. */
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
