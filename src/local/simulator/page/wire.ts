import { byId, element } from './elements.ts';
import type { WireLine } from './protocol.ts';

const shownLines = 100;

/** The newest calls first. */
export function createWire(): { show(lines: readonly WireLine[]): void; add(line: WireLine): void } {
  const list = byId('wire', HTMLOListElement);
  // What scrolls must be reached by keyboard.
  list.tabIndex = 0;
  const add = (line: WireLine) => {
    list.prepend(row(line));
    while (list.childElementCount > shownLines) list.lastElementChild?.remove();
  };
  return {
    show(lines) {
      list.replaceChildren();
      for (const line of lines) add(line);
    },
    add,
  };
}

function row({ direction, account, summary, status }: WireLine): HTMLElement {
  const what = direction === 'webhook' ? `→ webhook: ${summary}` : `← send: ${summary}`;
  const tone = typeof status === 'number' && status < 300 ? 'good' : 'bad';
  return element(
    'li',
    {},
    element('span', {}, what),
    element('span', { class: `status ${tone}` }, String(status)),
    element('span', {}, account),
  );
}
