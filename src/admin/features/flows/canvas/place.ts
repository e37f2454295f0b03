import type { Arrangement, Box, Point } from './arrangement.ts';

type Positions = Readonly<Record<string, Point>>;

/** What stands on a canvas; an entry leads into the flow, and no editor gives it a place. */
export interface Placeable extends Box {
  readonly isEntry: boolean;
}

const gap = 96;
const entryGap = 32;

/** What has to be arranged: all that has no place of its own yet; entries find theirs by the places of the others. */
export function unplaced(
  boxes: readonly Placeable[],
  edges: Arrangement['edges'],
  stored: Positions,
): Arrangement {
  const isAnyStored = boxes.some(({ id }) => stored[id] !== undefined);
  const open = boxes.filter(({ id, isEntry }) => stored[id] === undefined && !(isAnyStored && isEntry));
  const ids = new Set(open.map(({ id }) => id));
  return {
    boxes: open.map(({ id, width, height }) => ({ id, width, height })),
    edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
  };
}

/**
 * Where each box stands: where an editor has put it, what nobody has put anywhere below all that, and entries in a column
 * before everything.
 * @param arranged where `unplaced` ones stand among themselves
 */
export function place(
  boxes: readonly Placeable[],
  edges: Arrangement['edges'],
  stored: Positions,
  arranged: Positions,
): Positions {
  const put = boxes.filter(({ id }) => stored[id] !== undefined);
  const places: Record<string, Point> = Object.fromEntries(put.map(({ id }) => [id, stored[id] as Point]));
  const below = put.length === 0 ? { x: 0, y: 0 } : cornerBelow(put, places);
  for (const { id } of boxes) {
    const at = arranged[id];
    if (at && !places[id]) places[id] = { x: at.x + below.x, y: at.y + below.y };
  }
  const first = Math.min(...Object.values(places).map(({ x }) => x));
  const entries = boxes
    .filter(({ id }) => !places[id])
    .map((box) => ({ box, y: places[edges.find(({ from }) => from === box.id)?.to ?? '']?.y ?? 0 }))
    .sort((a, b) => a.y - b.y);
  let free = Number.NEGATIVE_INFINITY;
  for (const { box, y } of entries) {
    const at = Math.max(y, free);
    places[box.id] = { x: first - gap - box.width, y: at };
    free = at + box.height + entryGap;
  }
  return places;
}

function cornerBelow(boxes: readonly Box[], places: Positions): Point {
  return {
    x: Math.min(...boxes.map(({ id }) => places[id]?.x ?? 0)),
    y: Math.max(...boxes.map(({ id, height }) => (places[id]?.y ?? 0) + height)) + gap,
  };
}
