import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import { celFunctions, completeText } from '../../src/engine/complete-text.ts';
import { examineText } from '../../src/engine/examine-text.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import { flowFunctions } from '../../src/engine/functions.ts';
import { renderTemplate } from '../../src/engine/templates.ts';
import { variablesKnownAt, variableTypes } from '../../src/engine/variables.ts';
import { thirtyExpressions } from '../support/thirty-expressions.ts';

const flow: FlowDefinition = {
  id: 'orders',
  version: 1,
  start: 'welcome',
  onError: 'sorry',
  triggers: [{ words: ['agent'], next: 'hand' }],
  variables: { shop: 'Lamps', tries: 0 },
  steps: {
    welcome: { kind: 'message', text: 'Hi', next: 'ask' },
    ask: { kind: 'question', text: 'Which?', saveAs: 'order_id', next: 'look_up', onInvalid: 'hand' },
    look_up: {
      kind: 'http',
      method: 'GET',
      url: 'https://shop.example/',
      saveAs: { order: 'response.body' },
      next: 'tell',
      onError: 'failed',
    },
    tell: { kind: 'message', text: 'Found', next: 'done' },
    failed: { kind: 'message', text: 'Sorry', next: 'done' },
    done: { kind: 'end' },
    hand: { kind: 'handoff', reason: 'asked' },
    sorry: { kind: 'end' },
  },
};
const types = variableTypes(flow);
const scope = {
  ...{ shop: 'Lamps', tries: 2, order_id: '1001', error: null },
  order: { status: 'shipped', items: ['Dusk', 'Dawn'] },
  message: { text: 'hi', user: { firstName: 'Ada', language: 'en' }, metadata: {} },
};
const known = variablesKnownAt(flow);
const namesAt = (step: string) => {
  const { always, sometimes } = known.get(step) ?? { always: new Set(), sometimes: new Set() };
  return [[...always].sort(), [...sometimes].filter((name) => !always.has(name)).sort()];
};

describe('variables known at a step', () => {
  const declared = ['message', 'now', 'shop', 'tries'];
  it.each([
    ['welcome', declared, []],
    ['ask', declared, []],
    ['look_up', [...declared, 'order_id'], []],
    ['tell', [...declared, 'order', 'order_id'], []],
    ['failed', [...declared, 'error', 'order_id'], []],
    ['done', [...declared, 'order_id'], ['error', 'order']],
    // Words are said anywhere, and a wrong answer is not saved.
    ['hand', declared, ['error', 'order', 'order_id']],
    ['sorry', [...declared, 'error'], ['order', 'order_id']],
  ])('%s', (step, always, sometimes) => {
    expect(namesAt(step)).toEqual([always.sort(), sometimes]);
  });

  it('end in a loop', () => {
    const round: FlowDefinition = {
      ...{ id: 'round', version: 1, start: 'a' },
      steps: {
        a: { kind: 'question', text: '?', saveAs: 'said', next: 'b', onSilence: 'b' },
        b: { kind: 'set', assign: { n: '1' }, next: 'a' },
      },
    };
    const { always, sometimes } = variablesKnownAt(round).get('b') ?? {};
    expect([...(always ?? [])]).toEqual(['message', 'now']);
    expect([...(sometimes ?? [])].sort()).toEqual(['message', 'n', 'now', 'said']);
  });
});

/** A caret is written as `|`. */
const complete = (written: string, sort: 'template' | 'expression', step: string | null = 'tell') => {
  const at = written.indexOf('|');
  const surroundings = { types, scope, known: (step && known.get(step)) || null, extra: [] };
  return completeText(written.replace('|', ''), at, sort, surroundings);
};
const offered = (...given: Parameters<typeof complete>) =>
  complete(...given)?.options.map(({ name }) => name) ?? null;

describe('completion', () => {
  it('offers a variable only where a connection to the step has set it', () => {
    expect(offered('{{ |', 'template', 'tell')).toEqual(
      expect.arrayContaining(['order_id', 'order', 'shop']),
    );
    expect(offered('{{ |', 'template', 'ask')).not.toContain('order_id');
    expect(offered('{{ |', 'template', 'look_up')).not.toContain('order');
    const options = complete('{{ |', 'template', 'done')?.options ?? [];
    expect(options.find(({ name }) => name === 'order')).toMatchObject({ isSure: false });
    expect(options.find(({ name }) => name === 'order_id')).toMatchObject({ isSure: true, example: '1001' });
  });

  it.each([
    ['Hello |', 'template'],
    ['{{ shop }} and |', 'template'],
    ['{{ "sh|', 'template'],
    ['5 + "a|', 'expression'],
  ] as const)('offers nothing in %s, which is text', (written, sort) => {
    expect(offered(written, sort)).toBeNull();
  });

  it('offers the keys of an object, and the functions of texts and lists', () => {
    expect(offered('{{ message.user.|', 'template')).toEqual(['firstName', 'language']);
    expect(offered('order.st|', 'expression')).toEqual(['status', 'items']);
    expect(offered('order.items.|', 'expression')).toContain('map');
    expect(offered('order_id.|', 'expression')).toContain('contains');
    expect(offered('order_id.|', 'expression')).not.toContain('map');
    expect(offered('shop + |', 'expression')).toEqual(expect.arrayContaining(['join', 'size', 'order_id']));
  });

  it('says which letters it replaces, and whether braces are to be closed', () => {
    expect(complete('Hi {{ or|', 'template')).toMatchObject({ from: 6, isOpen: true });
    expect(complete('Hi {{ or| }}', 'template')).toMatchObject({ from: 6, isOpen: false });
    expect(complete('{{ message.user.fi| }}', 'template')).toMatchObject({ from: 16, isOpen: false });
  });
});

/** An expression each of what authors write, and more. */
describe('the line below a field', () => {
  it('knows thirty expressions', () => expect(thirtyExpressions.length).toBeGreaterThanOrEqual(30));

  it.each(thirtyExpressions)("of %s is the engine's value", (expression) => {
    const { result, mistakes } = examineText(expression, 'expression', { types, scope });
    expect(mistakes).toEqual([]);
    expect(result).toEqual(evaluate(expression, scope));
    const template = `It is {{ ${expression} }}.`;
    expect(examineText(template, 'template', { types, scope }).result).toBe(
      renderTemplate(template, (one) => evaluate(one, scope)),
    );
  });

  it.each([
    ['Hi {{ oder_id }}', 'template', 6, 13, 'there is no variable oder_id; did you mean "order_id"?'],
    ['Hi {{ shop }} {{ 1 + }}', 'template', 20, 20, 'the expression is incomplete, column 4 in "1 +"'],
    ['1 + now["hours"]', 'expression', 0, 16, 'there is no "now.hours"; did you mean "now.hour"?'],
    ['Hi {{ shop', 'template', 3, 10, '{{ is not closed by }}'],
    ['sizee(shop)', 'expression', 0, 11, 'there is no function sizee; did you mean "size"?'],
    ['1 +* 2', 'expression', 3, 4, '"*" is not expected here, column 4 in "1 +* 2"'],
    ['(shop', 'expression', 5, 5, '")" is missing, column 6 in "(shop"'],
    ['shop + "a', 'expression', 7, 9, 'a quoted text is not closed, column 8 in "shop + \\"a"'],
    ['join(shop, 5)', 'expression', 0, 13, "join can't be used with a text and a number"],
  ] as const)('says what is wrong with %s, and where', (text, sort, from, to, message) => {
    expect(examineText(text, sort, { types, scope }).mistakes).toEqual([{ from, to, message }]);
  });

  it("shows how much of a step's budget the largest values use", () => {
    const large = 'order.items.all(a, order.items.all(b, order.items.all(c, a == b || b == c)))';
    expect(examineText(large, 'expression', { types, scope }).share).toBeGreaterThan(0.5);
    expect(examineText('shop', 'expression', { types, scope }).share).toBeLessThan(0.5);
  });

  it('fails on no value of another type', () => {
    const { failure } = examineText('int(shop)', 'expression', { types, scope });
    expect(failure).toMatch(/in "int\(shop\)"/);
  });
});

it.each([...celFunctions, ...flowFunctions])('the example of $signature has its value', ({ example }) => {
  const [expression, value] = example;
  expect(evaluate(expression, {})).toEqual(value);
});
