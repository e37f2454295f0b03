import type { KeyboardEvent } from 'react';
import type { Canvas } from './read-canvas.ts';
import type { Sight } from './use-sight.ts';
import { type Move, walk } from './walk.ts';

/** Keys of the canvas. @see console.md 4 "Accessible" */
export function useCanvasKeys({
  canvas,
  chosen,
  isMirrored,
  sight,
  onChoose,
  onRead,
  onFold,
}: {
  readonly canvas: Canvas;
  readonly chosen: string | null;
  readonly isMirrored: boolean;
  readonly sight: Sight;
  readonly onChoose: (id: string | null) => void;
  readonly onRead: () => void;
  /** Folds the group of what is chosen, if it is in one. */
  readonly onFold: () => void;
}): (event: KeyboardEvent) => void {
  const moves: Readonly<Record<string, Move>> = {
    [isMirrored ? 'ArrowLeft' : 'ArrowRight']: 'along',
    [isMirrored ? 'ArrowRight' : 'ArrowLeft']: 'back',
    ArrowUp: 'before',
    ArrowDown: 'after',
    Home: 'first',
  };
  const others: Readonly<Record<string, () => void>> = {
    Enter: onRead,
    Escape: () => onChoose(null),
    f: onFold,
    '1': sight.fit,
    '+': () => sight.zoom(1),
    '-': () => sight.zoom(-1),
  };
  return (event) => {
    // Keys of the controls within are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const other = others[event.key];
    if (move) onChoose(walk(canvas, chosen, move));
    else if (other) other();
    else return;
    event.preventDefault();
  };
}
