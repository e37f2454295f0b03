import { createContext, useContext } from 'react';
import type { CardOnCanvas } from './read-canvas.ts';

/** How a step differs from what it is compared with; `moved` differs in nothing but its place. */
export type Mark = 'added' | 'removed' | 'changed' | 'moved';

/** What is said of steps beside what they are, by their ids. */
export interface CardMarks {
  readonly differences?: ReadonlyMap<string, Mark>;
  /** How many faults each has. */
  readonly faults?: ReadonlyMap<string, number>;
}

/** What a card on the canvas is read from; the same object as long as the flow is the same. */
export interface CanvasContent {
  readonly cards: ReadonlyMap<string, CardOnCanvas>;
  readonly marks: CardMarks;
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
