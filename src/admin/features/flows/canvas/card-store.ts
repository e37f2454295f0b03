import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Canvas, CardOnCanvas } from './read-canvas.ts';

/** The canvas's cards with their marks. */
interface ShownCards {
  readonly cards: ReadonlyMap<string, CardOnCanvas>;
  readonly marks: CardMarks;
}

/** Holds what the cards are drawn from, outside of what draws them. */
class CardStore {
  #shown: ShownCards;
  readonly #listeners = new Set<() => void>();

  constructor(first: ShownCards) {
    this.#shown = first;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly read = (): ShownCards => this.#shown;

  show(next: ShownCards): void {
    if (next === this.#shown) return;
    this.#shown = next;
    for (const listener of this.#listeners) listener();
  }
}

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

/** How a step differs from the compared version; `moved` only differs in position. */
export type Mark = 'added' | 'removed' | 'changed' | 'moved';

/** Marks on steps, by ID. */
export interface CardMarks {
  readonly differences?: ReadonlyMap<string, Mark>;
  /** The number of problems of each card. */
  readonly problems?: ReadonlyMap<string, number>;
  /** Steps that a test chat has gone through; it stands at one of them. */
  readonly walked?: ReadonlyMap<string, 'walked' | 'here'>;
  /** How many conversations reached each step and ended there; `step` is the shade, 0 to 4. */
  readonly numbers?: ReadonlyMap<string, { readonly text: string; readonly step: number }>;
  /** Connections that no test takes, as `step key`; absent unless coverage is shown. */
  readonly unwalked?: ReadonlySet<string>;
}

/** The canvas's cards. The object stays the same when the flow changes: each card subscribes to its own part. */
interface CanvasContent {
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
