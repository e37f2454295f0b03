import { useMemo, useRef } from 'react';
import type { Point } from '../../flows/canvas/arrangement.ts';
import type { Canvas } from '../../flows/canvas/read-canvas.ts';
import { usePlaces } from '../../flows/canvas/use-places.ts';
import { placeNew } from './place-new.ts';

type Places = Readonly<Record<string, Point>>;

const none: Places = {};

/**
 * Where the cards stand while the flow is changed: what was arranged when it was opened stays where it is, though nobody
 * has put it there, and what is new stands behind what leads to it.
 */
export function useSteadyPlaces(canvas: Canvas, stored: Places = none) {
  const arranged = useRef(none);
  const known = useMemo(() => {
    const before = { ...arranged.current, ...stored };
    return Object.keys(before).length === 0 ? none : placeNew(canvas, before);
  }, [canvas, stored]);
  const found = usePlaces(canvas, known);
  if (found.places) {
    const own = Object.entries(found.places).filter(([id]) => !stored[id] && !id.startsWith('$'));
    if (own.length > 0) arranged.current = { ...arranged.current, ...Object.fromEntries(own) };
  }
  return found;
}
