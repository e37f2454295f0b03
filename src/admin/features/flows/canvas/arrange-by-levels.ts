import type { Arrangement, Box, Point } from './arrangement.ts';
import { levelsOf } from './levels.ts';

/** How much wider than high a picture is that fills a screen. */
const widthToHeight = 1.8;

/** Puts boxes in columns by how few ways lead to each; a level of many has several, so that the whole can be looked at. */
export function arrangeByLevels(
  wanted: Arrangement,
  { besideEach, belowEach }: { readonly besideEach: number; readonly belowEach: number },
): Record<string, Point> {
  const boxes = new Map(wanted.boxes.map((box) => [box.id, box]));
  const area = wanted.boxes.reduce(
    (sum, { width, height }) => sum + (width + besideEach) * (height + belowEach),
    0,
  );
  const places: Record<string, Point> = {};
  const mostHeight = Math.sqrt(area / widthToHeight);
  let x = 0;
  for (const column of columnsOf(levelsOf(wanted), boxes, { mostHeight, belowEach })) {
    let y = -heightOf(column, belowEach) / 2;
    for (const { id, height } of column) {
      places[id] = { x, y };
      y += height + belowEach;
    }
    x += Math.max(...column.map(({ width }) => width)) + besideEach;
  }
  return places;
}

const heightOf = (column: readonly Box[], belowEach: number) =>
  column.reduce((sum, { height }) => sum + height + belowEach, 0);

function columnsOf(
  levels: ReadonlyMap<string, number>,
  boxes: ReadonlyMap<string, Box>,
  { mostHeight, belowEach }: { readonly mostHeight: number; readonly belowEach: number },
): readonly (readonly Box[])[] {
  const columns: Box[][] = [];
  let level = -1;
  for (const [id, own] of [...levels].sort(([, a], [, b]) => a - b)) {
    const box = boxes.get(id);
    const column = columns.at(-1);
    if (!box) continue;
    if (column && own === level && heightOf([...column, box], belowEach) <= mostHeight) column.push(box);
    else columns.push([box]);
    level = own;
  }
  return columns;
}
