import { h } from './dom.ts';

/** A link without referrer. */
export function link(
  href: string,
  className: string,
  ...content: readonly (Node | string | null)[]
): HTMLElement {
  return h(
    'a',
    { href, class: className, target: '_blank', rel: 'noopener noreferrer nofollow ugc' },
    ...content,
  );
}
