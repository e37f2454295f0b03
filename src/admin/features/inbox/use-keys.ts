import { useEffect } from 'react';

const fields = 'input, textarea, select, [contenteditable]';

/**
 * Single keys of the inbox, off in fields and under dialogs: J and K go through the list; the others press the button that
 * names them.
 * @see console.md 5 "Keys"
 */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(fields)) return;
      if (document.querySelector('dialog[open]')) return;
      const letter = key.toLowerCase();
      const pressed = letter === 'j' || letter === 'k' ? neighbour(letter === 'j' ? 1 : -1) : named(letter);
      if (!pressed) return;
      event.preventDefault();
      pressed.focus();
      pressed.click();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function neighbour(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('.inbox-list .inbox-row')];
  const at = rows.findIndex((row) => row.hasAttribute('aria-current'));
  if (at === -1) return step === 1 ? rows[0] : rows.at(-1);
  return rows[at + step];
}

function named(letter: string): HTMLElement | null {
  if (!/^[a-z]$/.test(letter)) return null;
  return document.querySelector<HTMLElement>(`.inbox [aria-keyshortcuts="${letter}"]:not(:disabled)`);
}
