import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Point } from './arrangement.ts';
import { type Canvas, type CardOnCanvas, type GroupOnCanvas, sizes } from './read-canvas.ts';

type Places = Readonly<Record<string, Point>>;
type Group = NonNullable<DraftContent['layout']['groups']>[number];

/** A canvas, and where its cards stand. */
export interface PlacedCanvas {
  readonly canvas: Canvas;
  readonly places: Places;
}

/** The card or the frame of a group. */
export const groupCardId = (groupId: string) => `$group.${groupId}`;

/**
 * Puts one card in the place of each folded group's steps. Ways into the group lead to it, ways out of it are its own, and
 * ways within it are not seen; all else stays where it is. A step of several groups is in the first. @see console.md 4
 */
export function foldGroups({ canvas, places }: PlacedCanvas, groups: readonly Group[]): PlacedCanvas {
  const groupOf = new Map<string, string>();
  for (const { id, steps } of groups)
    for (const step of steps) if (!groupOf.has(step)) groupOf.set(step, groupCardId(id));
  const shownAs = (id: string) => groupOf.get(id) ?? id;
  const made = groups.flatMap((group) => {
    const members = canvas.cards.filter(({ id }) => groupOf.get(id) === groupCardId(group.id));
    return members.length === 0 ? [] : [{ card: cardOf(group, members, shownAs), members }];
  });
  const edges = canvas.edges.flatMap((edge) => {
    const [from, to] = [shownAs(edge.from), shownAs(edge.to)];
    if (from === to && groupOf.has(edge.from)) return [];
    return [{ from, to, key: groupOf.has(edge.from) ? `${edge.from}.${edge.key}` : edge.key }];
  });
  const corners = made.map(({ card, members }) => [card.id, cornerOf(members, places)] as const);
  // In the order of reading: a group stands where the first of its steps stood.
  const cards = canvas.cards.flatMap((card): CardOnCanvas[] => {
    if (!groupOf.has(card.id)) return [card];
    return made.filter(({ members }) => members[0] === card).map((group) => group.card);
  });
  return { canvas: { cards, edges }, places: { ...places, ...Object.fromEntries(corners) } };
}

function cardOf(
  { id, title }: Group,
  members: readonly CardOnCanvas[],
  shownAs: (id: string) => string,
): GroupOnCanvas {
  const ways = members.flatMap((member) =>
    member.ways
      .filter(({ to, isMissing }) => isMissing || shownAs(to) !== groupCardId(id))
      .map(({ key, ...way }) => ({ key: `${member.id}.${key}`, ...way })),
  );
  return {
    sort: 'group',
    id: groupCardId(id),
    groupId: id,
    title,
    steps: members.map((member) => member.id),
    ways,
    width: sizes.width,
    height: sizes.header + sizes.line + sizes.padding + ways.length * sizes.row + sizes.border,
  };
}

/** Returns where a group of cards begins. */
export function cornerOf(members: readonly { readonly id: string }[], places: Places): Point {
  const points = members.map(({ id }) => places[id] ?? { x: 0, y: 0 });
  return { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
}
