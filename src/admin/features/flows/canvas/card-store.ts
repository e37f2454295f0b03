import type { TFunction } from 'i18next';
import { createContext, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Language } from '../../../locales/i18n.ts';
import type { Canvas, CardOnCanvas } from './read-canvas.ts';

/** The canvas's cards with their marks. */
interface ShownCards {
  readonly cards: ReadonlyMap<string, CardOnCanvas>;
  readonly marks: CardMarks;
}

/** The cards of a canvas while it is mounted; updated before paint. */
export function useCardStore(canvas: Canvas, marks: CardMarks): StoreApi<ShownCards> {
  const shown = useMemo(
    () => ({ cards: new Map(canvas.cards.map((card) => [card.id, card])), marks }),
    [canvas, marks],
  );
  const [store] = useState(() => createStore(() => shown));
  useLayoutEffect(() => store.setState(shown, true), [store, shown]);
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
export interface CanvasContent {
  readonly cards: StoreApi<ShownCards>;
  readonly fold: (groupId: string) => void;
  readonly unfold: (groupId: string) => void;
  readonly isReadOnly: boolean;
  /** From the right to the left. */
  readonly isMirrored: boolean;
  /** Given to the cards, since the hook of i18next copies the whole instance for each component that calls it. */
  readonly t: TFunction<'flows'>;
  readonly language: Language;
}

export const CanvasContext = createContext<CanvasContent | null>(null);

/** @throws Error outside of a canvas */
export function useCanvas(): CanvasContent {
  const content = useContext(CanvasContext);
  if (!content) throw new Error('no canvas is here');
  return content;
}

/** Selects a card and its marks by one subscription; changes of others don't render. */
export function useCard(id: string) {
  return useStore(
    useCanvas().cards,
    useShallow(({ cards, marks }) => ({
      card: cards.get(id),
      difference: marks.differences?.get(id),
      problems: marks.problems?.get(id),
      walked: marks.walked?.get(id),
      numbers: marks.numbers?.get(id),
    })),
  );
}
