import { type Path, stepPath } from '../document/document.ts';

/** Where the document says where a way leads that the canvas draws out of a card. */
export function wayPath(cardId: string, key: string): Path {
  if (cardId === '$start') return ['definition', 'start'];
  if (cardId === '$failure') return ['definition', 'onError'];
  const [, n] = /^\$words\.(\d+)$/.exec(cardId) ?? [];
  if (n !== undefined) return ['definition', 'triggers', Number(n), 'next'];
  // A way of a folded group begins with its step.
  const [stepId, ...rest] = cardId.startsWith('$group.') ? key.split('.') : [cardId, ...key.split('.')];
  return stepPath(stepId ?? '', ...rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
}
