import { type RefObject, useEffect, useRef, useState } from 'react';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { Board } from './live/board.ts';

/** What is shown of a list, and how many are to be added to it. */
interface Steady {
  readonly shown: readonly HandoffRow[];
  readonly newcomers: number;
  /** Shows the list as it is. */
  readonly release: () => void;
}

/**
 * Keeps a list's order while somebody points at it, or has the focus in it: nothing moves away under a click.
 * @see console.md 5 "Live"
 */
export function useSteady(
  rows: readonly HandoffRow[],
  board: Board,
  place: RefObject<HTMLElement | null>,
): Steady {
  const isHeld = useHeld(place);
  const held = useRef<readonly HandoffRow[]>(rows);
  const [, redraw] = useState(0);
  if (!isHeld) held.current = rows;
  const known = new Set(held.current.map(({ conversationId }) => conversationId));
  // What has left the list stays in its place, as it is now.
  const shown = held.current.map((row) => board.get(row.conversationId)?.handoff ?? row);
  return {
    shown,
    newcomers: rows.filter(({ conversationId }) => !known.has(conversationId)).length,
    release: () => {
      held.current = rows;
      redraw((n) => n + 1);
    },
  };
}

function useHeld(place: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = () => setHeld(element.matches(':hover, :focus-within'));
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    // The focus has moved only after its event.
    const later = () => setTimeout(look);
    for (const event of events) element.addEventListener(event, later);
    return () => {
      for (const event of events) element.removeEventListener(event, later);
    };
  });
  return isHeld;
}
