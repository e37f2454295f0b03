import { expect, it } from 'vitest';
import { foldGroups } from '../../src/admin/features/flows/canvas/fold-groups.ts';
import { readCanvas } from '../../src/admin/features/flows/canvas/read-canvas.ts';
import { mergeFlows } from '../../src/admin/features/flows/compare/ComparePage.tsx';
import { compareFlows } from '../../src/admin/features/flows/compare/compare-flows.ts';

const say = (text: string, next: string) => ({ kind: 'message', text, next });
const flowOf = (steps: Record<string, { kind: string }>, positions = {}) => ({
  definition: { start: 'a', steps },
  layout: { positions },
  conversations: [],
});

it('two states of a flow are one picture: added steps, removed ones in their place, changed and moved ones', () => {
  const at = (x: number) => ({ x, y: 0 });
  const from = flowOf(
    { a: say('one', 'b'), b: say('two', 'c'), c: say('three', 'd'), d: { kind: 'end' } },
    { a: at(0), b: at(1), c: at(2), d: at(3) },
  );
  const to = flowOf(
    { a: say('one', 'b'), b: say('zwei', 'd'), d: { kind: 'end' }, e: { kind: 'end' } },
    { a: at(9), b: at(8), d: at(3) },
  );
  const merged = mergeFlows(from, to, compareFlows(from, to));
  expect(Object.fromEntries(merged.marks)).toEqual({ a: 'moved', b: 'changed', c: 'removed', e: 'added' });
  expect(Object.keys(Object(merged.definition.steps))).toEqual(['a', 'b', 'd', 'e', 'c']);
  expect(merged.layout.positions).toEqual({ a: at(9), b: at(8), c: at(2), d: at(3) });
});

it('a folded group is one card in the place of its steps, with the connections in and out', () => {
  const steps = {
    a: say('one', 'b'),
    b: { kind: 'question', text: 'two', next: 'c', onInvalid: 'gone', saveAs: 'x' },
    c: say('three', 'd'),
    d: say('four', 'b'),
  };
  const canvas = readCanvas({ start: 'a', steps }, 'en');
  const places = { a: { x: 0, y: 0 }, b: { x: 400, y: 90 }, c: { x: 800, y: 30 }, d: { x: 1200, y: 0 } };
  const folded = foldGroups({ canvas, places }, [{ id: 'g', title: 'Middle', steps: ['b', 'c'] }]);
  expect(folded.canvas.cards.map(({ id }) => id)).toEqual(['$start', 'a', '$group.g', 'd']);
  const group = folded.canvas.cards.find(({ id }) => id === '$group.g');
  expect(group).toMatchObject({ title: 'Middle', steps: ['b', 'c'] });
  expect(group?.ways.map(({ key, to, isMissing }) => [key, to, isMissing])).toEqual([
    ['b.onInvalid', 'gone', true],
    ['b.onSilence', '', false],
    ['c.next', 'd', false],
  ]);
  expect(folded.canvas.edges).toEqual([
    { from: '$start', key: 'next', to: 'a' },
    { from: 'a', key: 'next', to: '$group.g' },
    { from: '$group.g', key: 'c.next', to: 'd' },
    { from: 'd', key: 'next', to: '$group.g' },
  ]);
  expect(folded.places).toMatchObject({ '$group.g': { x: 400, y: 30 }, d: { x: 1200, y: 0 } });
});
