import { type Path, stepPath } from '../document/document.ts';

/** Returns the path in the document of a connection that the canvas draws. */
export function edgePath(cardId: string, key: string): Path {
  if (cardId === '$start') return ['definition', 'start'];
  if (cardId === '$failure') return ['definition', 'onError'];
  const [, n] = /^\$words\.(\d+)$/.exec(cardId) ?? [];
  if (n !== undefined) return ['definition', 'triggers', Number(n), 'next'];
  // In a folded group, the key begins with the step.
  const [stepId, ...rest] = cardId.startsWith('$group.') ? key.split('.') : [cardId, ...key.split('.')];
  return stepPath(stepId ?? '', ...rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
}
