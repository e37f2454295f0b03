import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOutline } from '../../src/admin/features/editor/document/outline.ts';
import { compareFlows } from '../../src/admin/features/flows/compare/compare-flows.ts';

const json = fc.jsonValue() as fc.Arbitrary<never>;
const content = fc.record({
  definition: fc.dictionary(fc.constantFrom('start', 'title', 'steps', 'triggers', 'x'), json),
  conversations: fc.array(fc.dictionary(fc.string(), json)),
});

describe('compareFlows', () => {
  it('finds nothing between a flow and its copy, and never the number of a version', () => {
    fc.assert(
      fc.property(content, (flow) => {
        const copy = structuredClone(flow);
        const numbered = { ...copy, definition: { ...copy.definition, id: 'a', version: 7 } };
        expect(compareFlows(flow, numbered).isSame).toBe(true);
      }),
    );
  });

  it('finds the same differences in both directions', () => {
    fc.assert(
      fc.property(content, content, (from, to) => {
        const there = compareFlows(from, to);
        const back = compareFlows(to, from);
        expect([...back.removed].sort()).toEqual([...there.added].sort());
        expect([...back.added].sort()).toEqual([...there.removed].sort());
        expect(back.changed.map(({ id }) => id).sort()).toEqual(there.changed.map(({ id }) => id).sort());
        expect(back.isSame).toBe(there.isSame);
      }),
    );
  });

  it('treats a step as new though every object has a property by its name', () => {
    const steps = { toString: { kind: 'end' } };
    const [without, withIt] = [{}, { steps }].map(
      (definition) => ({ definition, conversations: [] }) as never,
    );
    expect(compareFlows(without as never, withIt as never)).toMatchObject({
      added: ['toString'],
      changed: [],
    });
    expect(compareFlows(withIt as never, without as never).removed).toEqual(['toString']);
  });

  it('lists steps in the order of reading the flow, whatever their order in the file', () => {
    const say = (next: string) => ({ kind: 'message', text: 'x', next });
    const to = { start: 'c', steps: { a: { kind: 'end' }, b: say('a'), c: say('b') } };
    const compared = compareFlows(
      { definition: {}, conversations: [] },
      { definition: to, conversations: [] },
    );
    expect(compared.added).toEqual(['c', 'b', 'a']);
  });

  it('names added, removed and changed steps, field by field, and other differences', () => {
    const from = {
      definition: {
        start: 'a',
        steps: { a: { kind: 'message', text: { en: 'Hi', de: 'Hallo' }, next: 'b' }, b: { kind: 'end' } },
      },
      conversations: [],
    };
    const to = {
      definition: {
        start: 'a',
        title: 'New',
        steps: { a: { kind: 'message', text: { en: 'Hello', de: 'Hallo' }, next: 'c' }, c: { kind: 'end' } },
      },
      conversations: [{ title: 'one' }],
    };
    expect(compareFlows(from, to)).toEqual({
      added: ['c'],
      removed: ['b'],
      changed: [
        {
          id: 'a',
          differences: [
            { path: 'text.en', before: 'Hi', after: 'Hello' },
            { path: 'next', before: 'b', after: 'c' },
          ],
        },
      ],
      flow: [{ path: 'title', before: undefined, after: 'New' }],
      conversationsDiffer: true,
      isSame: false,
    });
  });
});

describe('readOutline', () => {
  it('reads every step of any draft once, whatever else it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (fields, steps) => {
        const { reached, unreached } = readOutline({ ...fields, steps });
        const objects = Object.entries(steps).filter(
          ([, step]) => typeof step === 'object' && step !== null && !Array.isArray(step),
        );
        expect([...reached, ...unreached].map(({ id }) => id).sort()).toEqual(
          objects.map(([id]) => id).sort(),
        );
      }),
    );
  });

  it('orders steps by the connections from the start, then by keywords', () => {
    const end = { kind: 'end' };
    const outline = readOutline({
      start: 'one',
      triggers: [{ words: ['agent', 'human'], next: 'aside' }],
      steps: {
        lost: end,
        aside: end,
        two: { kind: 'message', text: '', next: 'gone' },
        one: { kind: 'message', next: 'two' },
      },
    });
    expect(outline.reached.map(({ id }) => id)).toEqual(['one', 'two', 'aside']);
    expect(outline.unreached.map(({ id }) => id)).toEqual(['lost']);
    expect(outline.entries.map(({ card, port, trigger }) => [card, port.to, trigger?.words])).toEqual([
      ['$start', 'one', undefined],
      ['$words.0', 'aside', ['agent', 'human']],
      ['$failure', null, undefined],
    ]);
  });
});
