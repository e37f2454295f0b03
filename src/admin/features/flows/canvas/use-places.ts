import { useEffect, useMemo, useState } from 'react';
import type { Arrangement, Point } from './arrangement.ts';
import { type Placeable, place, unplaced } from './place.ts';
import type { Canvas } from './read-canvas.ts';

type Positions = Readonly<Record<string, Point>>;

const none: Positions = {};

/** Where the cards stand; null until that is known. What is not in the stored layout is arranged by a worker. */
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
