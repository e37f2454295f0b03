import type { Card, Choice } from '../../contract/vocabulary.ts';

/** A card's buttons: some send a message for the visitor, some open a page. */
export function readButtons({ buttons = [] }: Card): {
  readonly replyButtons: readonly Choice[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
} {
  return {
    replyButtons: buttons.flatMap(({ label, value, url }) =>
      value !== undefined && url === undefined ? [{ label, value }] : [],
    ),
    links: buttons.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }])),
  };
}
