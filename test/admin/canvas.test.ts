import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange } from '../../src/admin/features/flows/canvas/arrange.ts';
import { type Move, walk } from '../../src/admin/features/flows/canvas/CanvasControls.tsx';
import { readCanvas } from '../../src/admin/features/flows/canvas/read-canvas.ts';
import { type Placeable, place, unplaced } from '../../src/admin/features/flows/canvas/use-places.ts';
import { distanceOf } from '../../src/admin/features/flows/canvas/use-sight.ts';
import type { Step } from '../../src/contract/flow.ts';
import { connectionsFrom } from '../../src/engine/steps/kinds.ts';

const examples = ['booking', 'faq', 'greeting', 'handoff', 'order', 'reminder', 'survey'];
const definitionOf = (name: string) => JSON.parse(readFileSync(`examples/flows/${name}.json`, 'utf8'));

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const boxes: fc.Arbitrary<Placeable[]> = fc
  .tuple(...ids.map((id) => fc.tuple(fc.integer({ min: 40, max: 300 }), fc.boolean(), fc.constant(id))))
  .map((all) => all.map(([height, isEntry, id]) => ({ id, width: 280, height, isEntry })));
const edges = fc.array(fc.record({ from: fc.constantFrom(...ids), to: fc.constantFrom(...ids) }));
const point = fc.record({
  x: fc.integer({ min: -999, max: 999 }),
  y: fc.integer({ min: -999, max: 999 }),
});
const stored = fc.dictionary(fc.constantFrom(...ids), point);

function overlap(
  all: readonly { id: string; width: number; height: number }[],
  at: ReturnType<typeof arrange>,
) {
  const placed = all.flatMap((box) => (at[box.id] ? [{ ...box, ...at[box.id] }] : []));
  return placed.flatMap((a, n) =>
    placed
      .slice(n + 1)
      .filter(({ x = 0, y = 0, width, height }) => {
        const [left, top] = [a.x ?? 0, a.y ?? 0];
        return left < x + width && x < left + a.width && top < y + height && y < top + a.height;
      })
      .map(({ id }) => `${a.id} ${id}`),
  );
}

describe('readCanvas', () => {
  it.each(examples)(
    'shows each step of the example %s, and each connection that the engine knows',
    (name) => {
      const definition = definitionOf(name);
      const { cards, edges: found } = readCanvas(definition, 'en');
      const steps = Object.entries(definition.steps as Record<string, Step>);
      expect(
        cards
          .filter(({ sort }) => sort === 'step')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(steps.map(([id]) => id).sort());
      const ways = steps.flatMap(([id, step]) =>
        connectionsFrom(id, step).map(({ path, to }) => `${path} ${to}`),
      );
      expect(
        found
          .filter(({ from }) => !from.startsWith('$'))
          .map(({ from, key, to }) => `steps.${from}.${key} ${to}`)
          .sort(),
      ).toEqual(ways.sort());
    },
  );

  it('reads any draft, and draws no connection to a step that does not exist', () => {
    const json = fc.jsonValue() as fc.Arbitrary<never>;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (fields, steps) => {
        const { cards, edges: found } = readCanvas({ ...fields, steps }, 'en');
        const known = new Set(cards.map(({ id }) => id));
        expect(found.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
        expect(cards.filter(({ height }) => !(height > 0))).toEqual([]);
      }),
    );
  });
});

describe('place', () => {
  it('keeps the positions set by an editor, and places other steps without overlap', () => {
    fc.assert(
      fc.property(boxes, edges, stored, (all, leads, known) => {
        const arranged = arrange(unplaced(all, leads, known));
        const places = place(all, leads, known, arranged);
        expect(Object.keys(places).sort()).toEqual([...ids].sort());
        for (const [id, at] of Object.entries(known)) expect(places[id]).toEqual(at);
        const rest = all.filter(({ id }) => !known[id]);
        expect(overlap(rest, places)).toEqual([]);
        const crossing = overlap(all, places).filter((pair) => {
          const [a = '', b = ''] = pair.split(' ');
          return !(known[a] && known[b]);
        });
        expect(crossing).toEqual([]);
      }),
    );
  });
});

describe('arrange', () => {
  /** Questions of which each leads far ahead, near ahead, and back. */
  const tangled = (count: number) => {
    const idOf = (n: number) => `s${n % count}`;
    const steps = Array.from({ length: count }, (_, n) => ({ id: idOf(n), width: 280, height: 160 }));
    const leads = steps.flatMap(({ id }, n) =>
      [n * 2 + 1, n * 2 + 2, n + 8].map((to) => ({ from: id, to: idOf(to) })),
    );
    return { boxes: [...steps, { id: 'words', width: 200, height: 60 }], edges: leads };
  };
  const columns = (at: ReturnType<typeof arrange>) =>
    new Set(Object.values(at).map(({ x }) => Math.round(x)));

  it('arranges two hundred connected steps by distance from the start, without overlap', () => {
    const wanted = tangled(200);
    const at = arrange(wanted);
    expect(Object.keys(at).sort()).toEqual(wanted.boxes.map(({ id }) => id).sort());
    expect(overlap(wanted.boxes, at)).toEqual([]);
    // One column of its own for each, where all stand behind what leads to them.
    expect(columns(at).size).toBeLessThan(30);
    const span = (of: 'x' | 'y') => {
      const all = Object.values(at).map((point) => point[of]);
      return Math.max(...all) - Math.min(...all);
    };
    // Wider than high, as the canvas is.
    expect(span('x') / span('y')).toBeGreaterThan(1);
    expect(span('x') / span('y')).toBeLessThan(4);
    expect(at.s1?.x).toBeGreaterThan(at.s0?.x ?? Number.NaN);
  });

  it('places a step after all steps that connect to it where that is found quickly', () => {
    const { boxes, edges } = tangled(12);
    expect(columns(arrange({ boxes, edges })).size).toBeGreaterThan(7);
  });
});

describe('walk', () => {
  const canvas = readCanvas(definitionOf('order'), 'en');
  const from = (start: string | null, ...moves: Move[]) =>
    moves.reduce<string | null>((at, move) => walk(canvas, at, move), start);

  it('begins at the start, follows the first connection, goes back, and to siblings', () => {
    expect(from(null, 'along')).toBe('$start');
    expect(from('$start', 'along', 'along')).toBe('look_up');
    expect(from('what_state', 'along')).toBe('shipped');
    expect(from('shipped', 'after')).toBe('cancelled');
    expect(from('shipped', 'before')).toBe('in_work');
    expect(from('shipped', 'back')).toBe('what_state');
    expect(from('bye', 'along')).toBe('bye');
  });

  it('reaches every card of a flow', () => {
    const moves: Move[] = ['along', 'back', 'before', 'after', 'first'];
    const reached = new Set<string | null>([null]);
    for (const at of reached) for (const move of moves) reached.add(walk(canvas, at, move));
    expect([...reached].filter((id) => id !== null).sort()).toEqual(canvas.cards.map(({ id }) => id).sort());
  });
});

it('cards show their text up close, their names in large letters from afar, and larger still from far away', () => {
  expect([1.5, 0.5, 0.49, 0.28, 0.27, 0.02].map(distanceOf)).toEqual([
    ...[undefined, undefined, 'away', 'away', 'far', 'far'],
  ]);
});
