import { useLayoutEffect, useMemo, useState } from 'react';
import type { CardMarks } from './card-marks.ts';
import { CardStore } from './card-store.ts';
import type { Canvas } from './read-canvas.ts';

/** The cards of a canvas while it is mounted; updated before paint. */
export function useCardStore(canvas: Canvas, marks: CardMarks): CardStore {
  const shown = useMemo(
    () => ({ cards: new Map(canvas.cards.map((card) => [card.id, card])), marks }),
    [canvas, marks],
  );
  const [store] = useState(() => new CardStore(shown));
  useLayoutEffect(() => store.show(shown), [store, shown]);
  return store;
}
