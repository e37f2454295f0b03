import type { ListPosition } from '../ports/runs.ts';

/** Reads names in one partition of a list, the latest first. */
type ReadNames<Name> = (
  partition: number,
  after: ListPosition<Name>,
  limit: number,
) => Promise<{
  readonly found: readonly { readonly name: Name; readonly at: number }[];
  readonly isLast: boolean;
}>;

/** The next names of all partitions together, the latest first. */
export async function nextNames<Name>(
  read: ReadNames<Name>,
  positions: readonly ListPosition<Name>[],
  limit: number,
) {
  const pages = await Promise.all(positions.map((position, partition) => read(partition, position, limit)));
  const names = pages
    .flatMap(({ found }, partition) => found.map((one) => ({ ...one, partition })))
    // Names of one minute keep the order of their partition: the next page starts after the last one used.
    .sort((a, b) => b.at - a.at)
    .slice(0, limit);
  /** Returns the position in each partition after this many names. */
  const positionsAfter = (taken: number): ListPosition<Name>[] => {
    const used = names.slice(0, taken);
    return pages.map(({ found, isLast }, partition) => {
      const own = used.filter((one) => one.partition === partition);
      if (isLast && own.length === found.length) return 'end';
      const last = own.at(-1);
      return last ? { at: last.at, name: last.name } : (positions[partition] ?? null);
    });
  };
  return { names, positionsAfter };
}

/** The positions in a list's cursor; the beginning of each partition without one. */
export function readPositions<Name>(after: string | null, partitions: number): readonly ListPosition<Name>[] {
  if (after === null) return Array.from({ length: partitions }, () => null);
  // Written by this list: the cursor is bound to its tenant and query.
  return JSON.parse(after) as readonly ListPosition<Name>[];
}
