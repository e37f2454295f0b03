import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FlowDocument, stepPath } from '../../../src/admin/features/editor/document/document.ts';
import { change } from '../../../src/admin/features/editor/document/history.ts';
import { isSame, mergeDrafts } from '../../../src/admin/features/editor/saving/merge-drafts.ts';
import { drawnCommand } from './random-commands.ts';

const base: FlowDocument = {
  definition: {
    title: 'Support',
    start: 'hello',
    variables: { name: '' },
    steps: {
      hello: { kind: 'message', text: 'Hello', next: 'ask' },
      ask: { kind: 'question', text: 'What?', saveAs: 'name', next: 'bye' },
      bye: { kind: 'end' },
    },
  },
  layout: { positions: { hello: { x: 0, y: 0 } } },
  conversations: [],
};

const edit = (document: FlowDocument, id: string, field: string, value: string) =>
  change(document, { do: 'edit', path: stepPath(id, field), value });

describe('two users who edit one draft', () => {
  it('keep both what they changed in different steps, and in different fields of one step', () => {
    const mine = edit(edit(base, 'hello', 'text', 'Hi'), 'ask', 'text', 'Which one?');
    const theirs = change(edit(base, 'ask', 'retryText', 'Once more?'), {
      do: 'add',
      id: 'news',
      step: { kind: 'message', text: 'News' },
    });
    const { merged, overlaps, theirSteps } = mergeDrafts(base, mine, theirs);
    expect(overlaps).toEqual([]);
    expect(merged.definition.steps).toEqual({
      hello: { kind: 'message', text: 'Hi', next: 'ask' },
      ask: { kind: 'question', text: 'Which one?', retryText: 'Once more?', saveAs: 'name', next: 'bye' },
      bye: { kind: 'end' },
      news: { kind: 'message', text: 'News' },
    });
    expect(theirSteps).toEqual(['ask', 'news']);
  });

  it('choose where both changed a field, and where one removed a step that the other changed', () => {
    const mine = change(edit(base, 'hello', 'text', 'Hi'), { do: 'remove', ids: ['ask'] });
    const theirs = edit(edit(base, 'hello', 'text', 'Good day'), 'ask', 'text', 'Which?');
    const { merged, overlaps } = mergeDrafts(base, mine, theirs);
    expect(overlaps.map(({ path }) => path.slice(2).join('.'))).toEqual(['hello.text', 'ask']);
    expect(overlaps[0]).toMatchObject({ before: 'Hello', mine: 'Hi', theirs: 'Good day' });
    expect(merged.definition.steps).toEqual(mine.definition.steps);
  });

  it('never have to choose about positions', () => {
    const moved = (x: number) =>
      change(base, { do: 'move', steps: { hello: { x, y: 0 }, bye: { x, y: 9 } } });
    const { merged, overlaps } = mergeDrafts(base, moved(5), moved(7));
    expect(overlaps).toEqual([]);
    expect(merged.layout.positions?.hello).toEqual({ x: 5, y: 0 });
  });

  it('lose no change that only one of them made', () => {
    fc.assert(
      fc.property(fc.array(drawnCommand, { maxLength: 8 }), (drawn) => {
        const one = drawn.reduce((document, draw) => change(document, draw(document)), base);
        expect(isSame(mergeDrafts(base, one, base).merged, one)).toBe(true);
        expect(isSame(mergeDrafts(base, base, one).merged, one)).toBe(true);
        expect(mergeDrafts(base, one, one).overlaps).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
