import { type KeyboardEvent, useState } from 'react';

/** The props of a chart's point. */
export interface PointProps {
  readonly role: 'img';
  readonly 'aria-label': string;
  readonly 'data-point': number;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onPointerEnter: () => void;
}

/**
 * The points of a chart as one tab stop that arrows walk; the one that has the focus, or the pointer, is read out.
 * @param perRow how many stand beside one another, where there are rows
 */
export function usePoints(count: number, perRow = 1) {
  const [current, setCurrent] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent<Element>) => {
    const isMirrored = document.documentElement.dir === 'rtl';
    const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
    const backward = isMirrored ? 'ArrowRight' : 'ArrowLeft';
    const at = current ?? 0;
    const moves: Readonly<Record<string, number>> = {
      [forward]: at + 1,
      [backward]: at - 1,
      ArrowDown: at + perRow,
      ArrowUp: at - perRow,
      Home: 0,
      End: count - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const points = event.currentTarget.querySelectorAll<HTMLElement>('[data-point]');
    points[Math.max(0, Math.min(count - 1, next))]?.focus();
  };
  const pointProps = (n: number, said: string): PointProps => ({
    role: 'img',
    'aria-label': said,
    'data-point': n,
    tabIndex: n === Math.min(current ?? 0, count - 1) ? 0 : -1,
    onFocus: () => setCurrent(n),
    onPointerEnter: () => setCurrent(n),
  });
  return { current, onKeyDown, pointProps };
}
