import type { Point } from '../../flows/canvas/arrangement.ts';
import type { Canvas } from '../../flows/canvas/read-canvas.ts';

type Places = Readonly<Record<string, Point>>;

const gap = 96;
const between = 32;

/** A step that has no place yet stands behind the one that leads to it, below what stands there; all others stay. */
export function placeNew({ cards, edges }: Canvas, known: Places): Places {
  const places: Record<string, Point> = { ...known };
  const boxes = new Map(cards.map((card) => [card.id, card]));
  const overlaps = ({ x, y }: Point, width: number, height: number) =>
    cards.find(({ id, ...box }) => {
      const at = places[id];
      const isApart =
        !at ||
        at.x >= x + width ||
        at.x + box.width <= x ||
        at.y >= y + height + between ||
        at.y + box.height + between <= y;
      return !isApart;
    });
  for (const { id, sort, width, height } of cards) {
    if (places[id] || sort !== 'step') continue;
    const from = edges.find((edge) => edge.to === id && places[edge.from])?.from;
    const parent = from === undefined ? undefined : boxes.get(from);
    const at = from === undefined ? undefined : places[from];
    if (!parent || !at) continue;
    let place = { x: at.x + parent.width + gap, y: at.y };
    for (let other = overlaps(place, width, height); other; other = overlaps(place, width, height))
      place = { x: place.x, y: (places[other.id]?.y ?? place.y) + other.height + between };
    places[id] = place;
  }
  return places;
}
