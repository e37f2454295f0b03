import type { Earlier } from '../earlier.ts';
import type { Language } from '../language.ts';
import { h } from '../view/dom.ts';

/** The conversations that the visitor has left, to go back to. */
export function earlierList(
  earlier: readonly Earlier[],
  { title, language: { day } }: { readonly title: string; readonly language: Language },
  resume: (id: string) => void,
): HTMLElement {
  const items = earlier.map(({ id, text, timestamp }) => {
    const button = h(
      'button',
      { type: 'button' },
      h('span', { dir: 'auto' }, text),
      h('time', { datetime: timestamp }, day(timestamp)),
    );
    button.addEventListener('click', () => resume(id));
    return h('li', {}, button);
  });
  const heading = h('h3', { id: 'earlier' }, title);
  return h('div', { class: 'earlier' }, heading, h('ul', { 'aria-labelledby': 'earlier' }, ...items));
}
