import { splitLinks } from '../../../contract/rich/links.ts';
import { element } from './elements.ts';

const marks = { '*': 'b', _: 'i', '~': 's', '`': 'code' } as const;
/** What a mark encloses begins and ends with no space, and no letter touches the mark from outside. */
const marked = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u;

/** A text as WhatsApp shows it: `*bold*`, `_italic_`, `~struck~`, `` `code` ``, and links. */
export function formatted(text: string): readonly (HTMLElement | string)[] {
  const found = marked.exec(text);
  if (!found) return splitLinks(text).map((part) => (typeof part === 'string' ? part : link(part)));
  const [whole, mark = '*', inner = ''] = found;
  const name = marks[mark as keyof typeof marks];
  const content = mark === '`' ? [inner] : formatted(inner);
  return [
    ...formatted(text.slice(0, found.index)),
    element(name, {}, ...content),
    ...formatted(text.slice(found.index + whole.length)),
  ];
}

function link({ href, text }: { readonly href: string; readonly text: string }): HTMLElement {
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
}
