import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { CardMarks } from './card-marks.ts';
import type { CardStore } from './card-store.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** What the cards on the canvas are read from; the same object however the flow changes: each card looks at its own part. */
export interface CanvasContent {
  readonly cards: CardStore;
  readonly fold: (groupId: string) => void;
  readonly unfold: (groupId: string) => void;
  /** From the right to the left. */
  readonly isMirrored: boolean;
}

export const CanvasContext = createContext<CanvasContent | null>(null);

/** @throws Error outside of a canvas */
export function useCanvas(): CanvasContent {
  const content = useContext(CanvasContext);
  if (!content) throw new Error('no canvas is here');
  return content;
}

/** Selects a card; changes of others don't render. */
export function useCard(id: string): CardOnCanvas | undefined {
  const { cards } = useCanvas();
  return useSyncExternalStore(
    cards.subscribe,
    useCallback(() => cards.read().cards.get(id), [cards, id]),
  );
}

/** What is said of a card beside what it is. */
export function useMark<Kind extends Exclude<keyof CardMarks, 'unwalked'>>(
  kind: Kind,
  id: string,
): (NonNullable<CardMarks[Kind]> extends ReadonlyMap<string, infer Value> ? Value : never) | undefined {
  const { cards } = useCanvas();
  return useSyncExternalStore(
    cards.subscribe,
    // The kind says what the values are.
    useCallback(() => cards.read().marks[kind]?.get(id) as never, [cards, kind, id]),
  );
}
