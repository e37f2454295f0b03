import { createContext, useContext } from 'react';
import type { CardOnCanvas } from './read-canvas.ts';

/** What a card on the canvas is read from; the same object as long as the flow is the same. */
export interface CanvasContent {
  readonly cards: ReadonlyMap<string, CardOnCanvas>;
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
