import type { Canvas } from './read-canvas.ts';

/** Where a key leads on the canvas: along the first way, back, or to what stands beside. */
export type Move = 'along' | 'back' | 'before' | 'after' | 'first';

/** The card that a move leads to; the same one where it leads nowhere. */
export function walk({ cards, edges }: Canvas, from: string | null, move: Move): string | null {
  const first = cards[0]?.id ?? null;
  if (from === null || move === 'first') return first;
  if (move === 'along') return edges.find((edge) => edge.from === from)?.to ?? from;
  if (move === 'back') return parentOf({ cards, edges }, from) ?? from;
  const siblings = siblingsOf({ cards, edges }, from);
  const at = siblings.indexOf(from) + (move === 'after' ? 1 : -1);
  return siblings[(at + siblings.length) % siblings.length] ?? from;
}

/** The cards that the same card leads to; those that nothing leads to stand beside each other. */
function siblingsOf({ cards, edges }: Canvas, id: string): string[] {
  const parent = parentOf({ cards, edges }, id);
  if (parent !== undefined)
    return [...new Set(edges.filter((edge) => edge.from === parent).map(({ to }) => to))];
  const entered = new Set(edges.map(({ to }) => to));
  return cards.map((card) => card.id).filter((one) => !entered.has(one));
}

/** Where one comes from in reading: from the start or a step before, and only else from words or a failure. */
function parentOf({ cards, edges }: Canvas, id: string): string | undefined {
  const aside = new Set(
    cards.filter(({ sort }) => sort === 'words' || sort === 'failure').map((card) => card.id),
  );
  const into = edges.filter(({ to }) => to === id);
  return (into.find(({ from }) => !aside.has(from)) ?? into[0])?.from;
}
