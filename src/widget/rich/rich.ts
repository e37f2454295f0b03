import { safeHref } from '../../contract/rich/links.ts';
import { type Block, readBlocks } from '../../contract/rich/read-blocks.ts';
import { type Inline, safeTarget } from '../../contract/rich/read-inlines.ts';
import type { Card } from '../../contract/vocabulary.ts';
import { h } from '../view/dom.ts';
import { link } from '../view/link.ts';
import { richStyles } from './rich-styles.ts';

export { attachmentElement } from './attachment.ts';

/** The styles of this part, one sheet for all widgets of a page. */
export const richSheet = new CSSStyleSheet();
richSheet.replaceSync(richStyles);

/** A message as elements; nothing of it is ever parsed as HTML. @see docs/widget.md "Rich text" */
export function richText(text: string): readonly Node[] {
  return readBlocks(text).map(blockElement);
}

/** Cards side by side. */
export function cardList(
  cards: readonly Card[],
  label: string,
  choose: (value: string) => void,
): HTMLElement {
  const items = cards.map((card) => h('li', { class: 'card' }, ...cardParts(card, choose)));
  const one = cards.length === 1 ? ' one' : '';
  return h('ul', { class: `cards${one}`, 'aria-label': label, tabindex: one ? null : '0' }, ...items);
}

function cardParts(card: Card, choose: (value: string) => void) {
  const { title, text, markdown = text, image, imageText, buttons = [] } = card;
  const src = safeHref(image);
  const picture =
    src && h('img', { src, alt: imageText ?? '', loading: 'lazy', referrerpolicy: 'no-referrer' });
  // A picture that is not to be had leaves no hole.
  if (picture) picture.addEventListener('error', () => picture.remove());
  return [
    picture || null,
    h('strong', { dir: 'auto' }, title),
    markdown ? h('div', { class: 'said', dir: 'auto' }, ...richText(markdown)) : null,
    ...buttons.map(({ label, value, url }) => {
      const href = safeHref(url);
      if (href) return link(href, 'press', label);
      const button = h('button', { type: 'button', class: 'press', dir: 'auto' }, label);
      button.addEventListener('click', () => choose(value ?? label));
      return button;
    }),
  ];
}

function blockElement(block: Block): HTMLElement {
  switch (block.kind) {
    case 'code':
      return h('pre', { dir: 'ltr' }, h('code', {}, block.text));
    case 'list': {
      const items = block.items.map((item) => h('li', {}, ...inlineNodes(item)));
      return block.from === null ? h('ul', {}, ...items) : h('ol', { start: String(block.from) }, ...items);
    }
    case 'heading':
      return h('p', {}, h('strong', {}, ...inlineNodes(block.of)));
    case 'quote':
      return h('blockquote', {}, ...inlineNodes(block.of));
    case 'paragraph':
      return h('p', {}, ...inlineNodes(block.of));
  }
}

const tags = { strong: 'strong', emphasis: 'em', strike: 's' } as const;

function inlineNodes(inlines: readonly Inline[]): (Node | string)[] {
  return inlines.map((inline) => {
    switch (inline.kind) {
      case 'text':
        return inline.text;
      case 'code':
        return h('code', {}, inline.text);
      case 'link': {
        const href = safeTarget(inline.href);
        const label = inlineNodes(inline.of);
        return href ? link(href, '', ...label) : h('span', {}, ...label);
      }
      default:
        return h(tags[inline.kind], {}, ...inlineNodes(inline.of));
    }
  });
}
