import type { Arrangement } from './arrangement.ts';

type Ways = ReadonlyMap<string, readonly string[]>;

function waysOf({ edges }: Arrangement): Ways {
  const ways = new Map<string, string[]>();
  for (const { from, to } of edges) ways.set(from, [...(ways.get(from) ?? []), to]);
  return ways;
}

/** In the order of the boxes, those that nothing leads to first. */
function beginnings({ boxes, edges }: Arrangement): readonly string[] {
  const entered = new Set(edges.map(({ to }) => to));
  const ids = boxes.map(({ id }) => id);
  return [...ids.filter((id) => !entered.has(id)), ...ids];
}

/**
 * How many columns ways pass without ending there, if each step stands behind all that lead to it: what an arrangement of
 * that kind costs grows with it.
 */
export function passedColumns(arrangement: Arrangement): number {
  const ways = waysOf(arrangement);
  const columns = columnsOf(leftLast(arrangement, ways), ways);
  const column = (id: string) => columns.get(id) ?? 0;
  return arrangement.edges.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.abs(column(to) - column(from)) - 1),
    0,
  );
}

/** A walk into the depth: what is left last stands first. */
function leftLast(arrangement: Arrangement, ways: Ways): readonly string[] {
  const seen = new Set<string>();
  const left: string[] = [];
  for (const beginning of beginnings(arrangement)) {
    const path = seen.has(beginning) ? [] : [{ id: beginning, n: 0 }];
    seen.add(beginning);
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const next = ways.get(at.id)?.[at.n];
      at.n += 1;
      if (next === undefined) left.push(path.pop()?.id ?? '');
      else if (!seen.has(next)) {
        seen.add(next);
        path.push({ id: next, n: 0 });
      }
    }
  }
  return left.reverse();
}

/** Each behind all that lead to it; ways against the order lead back. */
function columnsOf(order: readonly string[], ways: Ways): ReadonlyMap<string, number> {
  const places = new Map(order.map((id, n) => [id, n]));
  const columns = new Map<string, number>();
  for (const [n, id] of order.entries())
    for (const to of ways.get(id) ?? [])
      if ((places.get(to) ?? 0) > n)
        columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
  return columns;
}

/** How few ways lead to each step, from a beginning; in the order in which they are met. */
export function levelsOf(arrangement: Arrangement): ReadonlyMap<string, number> {
  const ways = waysOf(arrangement);
  const levels = new Map<string, number>();
  for (const beginning of beginnings(arrangement)) {
    if (levels.has(beginning)) continue;
    // Another entrance stands before the first of what it leads to.
    const known = (ways.get(beginning) ?? []).flatMap((to) => levels.get(to) ?? []);
    levels.set(beginning, known.length === 0 ? 0 : Math.max(0, Math.min(...known) - 1));
    const ahead = [beginning];
    for (const id of ahead)
      for (const to of ways.get(id) ?? [])
        if (!levels.has(to)) {
          levels.set(to, (levels.get(id) ?? 0) + 1);
          ahead.push(to);
        }
  }
  return levels;
}
