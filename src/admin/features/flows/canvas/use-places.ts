import { useEffect, useMemo, useState } from 'react';
import { type Arrangement, type Box, gaps, type Point } from './arrangement.ts';
import type { Canvas } from './read-canvas.ts';

type Positions = Readonly<Record<string, Point>>;

const none: Positions = {};

/** The card positions; null until they are known. Cards without a stored position are arranged by a worker. */
export function usePlaces(
  { cards, edges }: Canvas,
  stored: Positions = none,
): { places: Positions | null; isBroken: boolean } {
  const boxes = useMemo(
    (): Placeable[] =>
      cards.map(({ id, width, height, sort }) => ({ id, width, height, isEntry: sort !== 'step' })),
    [cards],
  );
  const open = useMemo(() => unplaced(boxes, edges, stored), [boxes, edges, stored]);
  const [state, setState] = useState<{ of: Arrangement; arranged: Positions | null } | null>(null);
  useEffect(() => {
    if (open.boxes.length === 0) return;
    const worker = new Worker(new URL('./arrange.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Positions>) => setState({ of: open, arranged: data });
    worker.onerror = () => setState({ of: open, arranged: null });
    worker.postMessage(open);
    return () => worker.terminate();
  }, [open]);
  const arranged = open.boxes.length === 0 ? none : state?.of === open ? state.arranged : undefined;
  const places = useMemo(
    () => (arranged ? place(boxes, edges, stored, arranged) : null),
    [boxes, edges, stored, arranged],
  );
  return { places, isBroken: arranged === null };
}

/** A box on a canvas. An entry point connects to the flow, and has no stored position. */
export interface Placeable extends Box {
  readonly isEntry: boolean;
}

/** Returns the boxes without a position. Entry points are placed relative to the others. */
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
 * Returns the position of each box: the stored one, otherwise below all of those; entry points in a column before
 * everything.
 * @param arranged the relative positions of `unplaced` boxes
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
    places[box.id] = { x: first - gaps.beside - box.width, y: at };
    free = at + box.height + gaps.below;
  }
  return places;
}

function cornerBelow(boxes: readonly Box[], places: Positions): Point {
  return {
    x: Math.min(...boxes.map(({ id }) => places[id]?.x ?? 0)),
    y: Math.max(...boxes.map(({ id, height }) => (places[id]?.y ?? 0) + height)) + gaps.beside,
  };
}
