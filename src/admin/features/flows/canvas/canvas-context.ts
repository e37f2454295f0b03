import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { CardMarks } from './card-marks.ts';
import type { CardStore } from './card-store.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** The canvas's cards. The object stays the same when the flow changes: each card subscribes to its own part. */
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

/** A card's marks. */
export function useMark<Kind extends Exclude<keyof CardMarks, 'unwalked'>>(
  kind: Kind,
  id: string,
): (NonNullable<CardMarks[Kind]> extends ReadonlyMap<string, infer Value> ? Value : never) | undefined {
  const { cards } = useCanvas();
  return useSyncExternalStore(
    cards.subscribe,
    // The kind determines the value's type.
    useCallback(() => cards.read().marks[kind]?.get(id) as never, [cards, kind, id]),
  );
}
