import type { KeyboardEvent } from 'react';

/** What takes the focus in a card. */
const focusable = 'a[href], button';

/**
 * J and K go from card to card, D follows the card's comparison: only while the list has the focus, so that whoever
 * speaks their commands sets off none by speaking (WCAG 2.1.4). By the key's place where it writes no Latin letter.
 */
export function onCardKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
  const card = (event.target as Element).closest('li');
  const other = pressed === 'KeyJ' ? card?.nextElementSibling : card?.previousElementSibling;
  if (pressed === 'KeyJ' || pressed === 'KeyK') other?.querySelector<HTMLElement>(focusable)?.focus();
  else if (pressed === 'KeyD') card?.querySelector<HTMLElement>('[data-key=D] a')?.click();
  else return;
  event.preventDefault();
}
