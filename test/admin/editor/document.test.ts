import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipOf, readClip } from '../../../src/admin/features/editor/document/clip.ts';
import { type FlowDocument, idOf, stepsOf } from '../../../src/admin/features/editor/document/document.ts';
import {
  change,
  historyOf,
  perform,
  redo,
  undo,
} from '../../../src/admin/features/editor/document/history.ts';
import { allPorts } from '../../../src/admin/features/editor/document/outline.ts';
import { opensWhenRemoved } from '../../../src/admin/features/editor/document/steps.ts';
import { variablesOf } from '../../../src/admin/features/editor/document/variables.ts';
import { secretsOf } from '../../../src/admin/features/editor/inspector/FlowForm.tsx';
import { validateFlow } from '../../../src/engine/validate.ts';
import { drawnCommand } from './random-commands.ts';

function example(name: string): FlowDocument {
  const read = (file: string) => JSON.parse(readFileSync(`examples/flows/${file}`, 'utf8'));
  const { $schema: _, ...definition } = read(`${name}.json`);
  return { definition, layout: {}, conversations: read(`${name}.conversations.json`) };
}

const order = example('order');
const small: FlowDocument = {
  definition: {
    start: 'hello',
    triggers: [{ words: ['bye'], next: 'bye' }],
    variables: { city: 'Berlin' },
    steps: {
      hello: { kind: 'message', text: 'Hello {{ city }}', next: 'menu' },
      menu: {
        kind: 'question',
        text: 'What?',
        choices: [
          { label: 'Go', value: 'go', next: 'bye' },
          { label: 'Stay', value: 'stay' },
        ],
        saveAs: 'choice',
        next: 'fork',
      },
      fork: {
        kind: 'branch',
        branches: [{ when: 'choice == "choice" && message.choice != choice', next: 'hello' }],
        otherwise: 'bye',
      },
      bye: { kind: 'end' },
    },
  },
  layout: { positions: { menu: { x: 1, y: 2 } }, groups: [{ id: 'g', title: 'G', steps: ['menu'] }] },
  conversations: [{ steps: [{ user: 'hi' }, { expect: { step: 'menu', variables: { choice: null } } }] }],
};

describe('the history', () => {
  it('undoes fifty commands to the first document and redoes them to the last', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(order, small),
        fc.array(drawnCommand, { minLength: 50, maxLength: 50 }),
        (first, drawn) => {
          const before = JSON.stringify(first);
          const last = drawn.reduce(
            (history, draw, n) => perform(history, draw(history.present), { nowMs: n * 10_000 }),
            historyOf(first),
          );
          const times = last.past.length;
          const back = Array.from({ length: times }).reduce<typeof last>((history) => undo(history), last);
          expect(JSON.stringify(back.present)).toBe(before);
          const again = Array.from({ length: times }).reduce<typeof last>((history) => redo(history), back);
          expect(JSON.stringify(again.present)).toBe(JSON.stringify(last.present));
          expect(JSON.stringify(first)).toBe(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('merges typing in one field until it pauses or is long', () => {
    const type = (history: ReturnType<typeof historyOf>, text: string, nowMs: number) =>
      perform(
        history,
        { do: 'edit', path: ['definition', 'steps', 'hello', 'text'], value: text },
        { nowMs },
      );
    let history = historyOf(small);
    for (const [n, text] of ['H', 'He', 'Hey'].entries()) history = type(history, text, n * 100);
    expect(history.past).toHaveLength(1);
    history = type(history, 'Hey you', 5_000);
    expect(history.past).toHaveLength(2);
    for (let n = 0; n < 80; n += 1) history = type(history, 'x'.repeat(n + 8), 5_100 + n);
    expect(history.past).toHaveLength(4);
    expect(undo(history).present.definition).not.toEqual(small.definition);
  });

  it('keeps five hundred entries and restores the selection', () => {
    let history = historyOf(small);
    for (let n = 0; n < 510; n += 1)
      history = perform(
        history,
        { do: 'edit', path: ['definition', 'title'], value: n },
        { nowMs: n * 1000, selection: [`s${n}`] },
      );
    expect(history.past).toHaveLength(500);
    expect(undo(history).selection).toEqual(['s508']);
    expect(redo(undo(history)).selection).toEqual(['s509']);
  });
});

describe('a change', () => {
  it('keeps the order of keys, of steps and of their fields', () => {
    const edited = change(order, { do: 'edit', path: ['definition', 'title'], value: 'Other' });
    expect(Object.keys(edited.definition)).toEqual(Object.keys(order.definition));
    const renamed = change(small, { do: 'rename', from: 'menu', to: 'what' });
    expect(Object.keys(stepsOf(renamed))).toEqual(['hello', 'what', 'fork', 'bye']);
  });

  it('returns the same document when it changes nothing', () => {
    expect(change(small, { do: 'rename', from: 'menu', to: 'bye' })).toBe(small);
    expect(change(small, { do: 'edit', path: ['definition', 'start'], value: 'hello' })).toBe(small);
    expect(change(small, { do: 'connect', from: ['definition', 'start'], to: 'hello' })).toBe(small);
    expect(change(small, { do: 'remove', ids: ['nobody'] })).toBe(small);
    expect(change(small, { do: 'replace', content: structuredClone(small), why: 'json' })).toBe(small);
  });

  it('inserts a step into a connection', () => {
    const next = change(small, {
      do: 'add',
      id: 'news',
      step: { kind: 'message', text: 'News' },
      from: ['definition', 'steps', 'hello', 'next'],
    });
    expect(stepsOf(next).hello?.next).toBe('news');
    expect(stepsOf(next).news?.next).toBe('menu');
  });

  it('reconnects around a deleted step with one connection in and one out, and leaves others open', () => {
    const between = change(small, {
      do: 'add',
      id: 'news',
      step: { kind: 'message' },
      from: ['definition', 'start'],
    });
    expect(change(between, { do: 'remove', ids: ['news'] }).definition.start).toBe('hello');
    const without = change(small, { do: 'remove', ids: ['bye'] });
    expect(stepsOf(without).fork).toEqual({
      kind: 'branch',
      branches: [{ when: expect.any(String), next: 'hello' }],
    });
    expect(without.definition.triggers).toEqual([{ words: ['bye'] }]);
    expect(opensWhenRemoved(small, ['bye']).map((path) => path.slice(1).join('.'))).toEqual([
      'triggers.0.next',
      'steps.menu.choices.0.next',
      'steps.fork.otherwise',
    ]);
    expect(change(small, { do: 'remove', ids: ['menu'] }).layout).toEqual({ positions: {}, groups: [] });
  });

  it('renames a step in connections, keywords, tests and the layout', () => {
    const next = change(small, { do: 'rename', from: 'menu', to: 'what' });
    expect(JSON.stringify(next)).not.toContain('menu');
    expect(next.layout).toEqual({
      positions: { what: { x: 1, y: 2 } },
      groups: [{ id: 'g', title: 'G', steps: ['what'] }],
    });
    const bye = change(small, { do: 'rename', from: 'bye', to: 'end_1' });
    expect(allPorts(bye).filter(({ to }) => to === 'end_1')).toHaveLength(3);
  });

  it('renames a variable where it is one, and leaves quoted words and fields of others', () => {
    const next = change(small, { do: 'rename-variable', from: 'choice', to: 'wish' });
    expect(stepsOf(next).menu?.saveAs).toBe('wish');
    expect(JSON.stringify(stepsOf(next).fork)).toContain('wish == \\"choice\\" && message.choice != wish');
    expect(next.conversations).toEqual([
      { steps: [{ user: 'hi' }, { expect: { step: 'menu', variables: { wish: null } } }] },
    ]);
    const city = change(small, { do: 'rename-variable', from: 'city', to: 'town' });
    expect(city.definition.variables).toEqual({ town: 'Berlin' });
    expect(stepsOf(city).hello?.text).toBe('Hello {{ town }}');
    expect(variablesOf(city).map(({ name, readIn }) => [name, readIn])).toEqual([
      ['town', ['hello']],
      ['choice', ['fork']],
    ]);
  });

  it.each(['order', 'booking', 'faq', 'survey', 'reminder', 'handoff'])(
    'renames everything of %s without breaking it',
    (name) => {
      let document = example(name);
      for (const id of Object.keys(stepsOf(document)))
        document = change(document, { do: 'rename', from: id, to: `x_${id}` });
      for (const { name: variable } of variablesOf(document))
        document = change(document, { do: 'rename-variable', from: variable, to: `y_${variable}` });
      expect(validateFlow(document.definition)).toMatchObject({ ok: true });
      expect(Object.keys(stepsOf(document)).every((id) => id.startsWith('x_'))).toBe(true);
      expect(variablesOf(document).every((one) => one.name.startsWith('y_'))).toBe(true);
    },
  );

  it('pastes a whole flow into itself with new IDs, and keeps the connections among them', () => {
    const clip = readClip(JSON.stringify(clipOf(small, ['hello', 'menu', 'bye'])));
    if (clip?.kind !== 'steps') throw new Error('no clip');
    const next = change(small, { do: 'paste', clip: clip.clip, at: { x: 100, y: 100 } });
    expect(stepsOf(next).hello_2?.next).toBe('menu_2');
    expect(stepsOf(next).menu_2?.next).toBe('fork');
    expect(next.layout.positions?.menu_2).toEqual({ x: 100, y: 100 });
    const other: FlowDocument = { definition: { steps: {} }, layout: {}, conversations: [] };
    const away = change(other, { do: 'paste', clip: clip.clip });
    expect(away.definition.start).toBe('hello');
    expect(away.definition.variables).toEqual({ city: 'Berlin' });
    expect(stepsOf(away).menu).not.toHaveProperty('next');
  });

  it('reads a whole flow as its steps, and nothing else', () => {
    expect(readClip(JSON.stringify(order.definition))).toMatchObject({ kind: 'flow' });
    for (const text of ['', 'hello', '[1]', '{"steps": 5}', 'null', '{"kind":"flow-steps","version":9}'])
      expect(readClip(text)).toBeNull();
  });

  it('survives documents that are not flows', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('start', 'steps', 'triggers', 'variables', 'onError'),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        fc.array(drawnCommand, { maxLength: 10 }),
        (definition, drawn) => {
          const odd = { definition, layout: {}, conversations: [] } as unknown as FlowDocument;
          for (const draw of drawn) change(odd, draw(odd));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('ids', () => {
  it('are made of the first words', () => {
    expect(idOf('Which order is it about?', 'question', new Set())).toBe('which_order_is');
    expect(idOf('Grüße {{ name }}!', 'message', new Set())).toBe('grusse');
    expect(idOf('ما رقم الطلب؟', 'question', new Set(['question']))).toBe('question_2');
    expect(idOf('Menu', 'question', new Set(['menu', 'menu_2']))).toBe('menu_3');
    expect(idOf('24 hours', 'message', new Set())).toBe('hours');
  });
});

it('names the secrets that calls send, each with its steps', () => {
  const steps = {
    ask: { kind: 'http', headers: { 'x-key': '{{ secrets.shop }}', accept: 'text/plain' } },
    tell: { kind: 'http', headers: { authorization: 'Bearer {{secrets.shop}}{{ secrets.other_1 }}' } },
    talk: { kind: 'message', text: 'secrets.not_one' },
  };
  expect(secretsOf({ ...small, definition: { ...small.definition, steps } })).toEqual([
    { name: 'shop', sentBy: ['ask', 'tell'] },
    { name: 'other_1', sentBy: ['tell'] },
  ]);
});
