import { Graph, layout } from '@dagrejs/dagre';
import { type Arrangement, type Box, gaps, type Point } from './arrangement.ts';

/** About as many as can be arranged in a second: 200 steps with 600 random connections have four times as many. */
const mostPassedColumns = 4_500;

/**
 * Returns the upper left corner of each box, from left to right. Tangled flows are arranged by levels: if each
 * step came after all that connect to it, every step would get a column of its own, and computing it takes many
 * seconds.
 * @see console.md 4 "Arrange"
 */
export function arrange(wanted: Arrangement): Record<string, Point> {
  const { boxes, edges } = wanted;
  if (passedColumns(wanted) > mostPassedColumns) return arrangeByLevels(wanted);
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gaps.below, ranksep: gaps.beside });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  return Object.fromEntries(
    boxes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}

/** The aspect ratio of a screen. */
const widthToHeight = 1.8;

/** Arranges boxes in columns by their distance from the start; a level with many boxes gets several columns. */
function arrangeByLevels(wanted: Arrangement): Record<string, Point> {
  const boxes = new Map(wanted.boxes.map((box) => [box.id, box]));
  const area = wanted.boxes.reduce(
    (sum, { width, height }) => sum + (width + gaps.beside) * (height + gaps.below),
    0,
  );
  const places: Record<string, Point> = {};
  const mostHeight = Math.sqrt(area / widthToHeight);
  let x = 0;
  for (const column of columnsOf(levelsOf(wanted), boxes, mostHeight)) {
    let y = -heightOf(column) / 2;
    for (const { id, height } of column) {
      places[id] = { x, y };
      y += height + gaps.below;
    }
    x += Math.max(...column.map(({ width }) => width)) + gaps.beside;
  }
  return places;
}

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
 * The number of columns that connections cross when each step comes after all that connect to it, to which the
 * cost of that arrangement is proportional.
 */
function passedColumns(arrangement: Arrangement): number {
  const ways = waysOf(arrangement);
  const columns = levelsColumnsOf(leftLast(arrangement, ways), ways);
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

/** Ranks each step after all its predecessors; edges against the order lead back. */
function levelsColumnsOf(order: readonly string[], ways: Ways): ReadonlyMap<string, number> {
  const places = new Map(order.map((id, n) => [id, n]));
  const columns = new Map<string, number>();
  for (const [n, id] of order.entries())
    for (const to of ways.get(id) ?? [])
      if ((places.get(to) ?? 0) > n)
        columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(id) ?? 0) + 1));
  return columns;
}

/** The distance of each step from an entry point, breadth first. */
function levelsOf(arrangement: Arrangement): ReadonlyMap<string, number> {
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

const heightOf = (column: readonly Box[]) => column.reduce((sum, { height }) => sum + height + gaps.below, 0);

function columnsOf(
  levels: ReadonlyMap<string, number>,
  boxes: ReadonlyMap<string, Box>,
  mostHeight: number,
): readonly (readonly Box[])[] {
  const columns: Box[][] = [];
  let level = -1;
  for (const [id, own] of [...levels].sort(([, a], [, b]) => a - b)) {
    const box = boxes.get(id);
    const column = columns.at(-1);
    if (!box) continue;
    if (column && own === level && heightOf([...column, box]) <= mostHeight) column.push(box);
    else columns.push([box]);
    level = own;
  }
  return columns;
}
