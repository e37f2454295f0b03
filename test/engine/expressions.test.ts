import { EvaluationError } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/engine/errors.ts';
import { boundedJson } from '../../src/engine/expression-values.ts';
import { checkExpression, evaluate, evaluateStrictly, isNameable } from '../../src/engine/expressions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { stepBudget } from '../../src/engine/size.ts';

const failure = (expression: string, scope: { [name: string]: Json } = {}) => {
  try {
    return `no error, but ${JSON.stringify(evaluate(expression, scope))}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : '';
  }
};

describe('an expression', () => {
  it.each<[string, { [name: string]: Json }, Json]>([
    ['format(-0.4, 0)', {}, '0'],
    ['n + 1', { n: 1 }, 2],
    ['n * 1.5 - 1', { n: 3 }, 3.5],
    ['n % 2 == 1', { n: 5 }, true],
    ['n / 2', { n: 5 }, 2.5],
    ['2 * n + 1', { n: 0.5 }, 2],
    ['2 * n == 1', { n: 0.5 }, true],
    ['size(items) - n - 1', { items: ['a', 'b', 'c'], n: 0.5 }, 1.5],
    ['(n > 0 ? 2 * n : 1) / 2', { n: 0.5 }, 0.5],
    ['int(2 * n) * 3', { n: 0.75 }, 3],
    ['5 % n + m % n', { n: 2, m: 3 }, 2],
    ['n == 1 && 1 == 1.0', { n: 1 }, true],
    ['size(items) + n', { items: ['a', 'b'], n: 1 }, 3],
    ['items[n]', { items: ['a', 'b'], n: 1 }, 'b'],
    ['items.filter(x, x > 1).map(x, x * 10)', { items: [1, 2, 3] }, [20, 30]],
    ['name.startsWith("A") ? "yes" : "no"', { name: 'Ada' }, 'yes'],
    ['unset == null', { unset: null }, true],
    ['has(user.email)', { user: { id: 'u' } }, false],
    ['{"a": n, "b": [1, "x"]}', { n: 2 }, { a: 2, b: [1, 'x'] }],
    ['timestamp("2025-01-31T00:00:00Z")', {}, '2025-01-31T00:00:00.000Z'],
    ['"order " + n', { n: 12 }, 'order 12'],
    ['n + "" + true + null', { n: 1.5 }, '1.5true'],
    ['type(n) == type(null) && dyn(n) == null', { n: null }, true],
    ['"" + 9223372036854775807', {}, '9223372036854775807'],
    ['int(n) + ""', { n: 1e300 }, '1e300'],
    ['matches(text, "^a+b$")', { text: 'aab' }, true],
  ])('%s', (expression, scope, expected) => {
    expect(evaluate(expression, scope)).toEqual(expected);
  });

  it('may read values of other types from one time to the next', () => {
    expect(evaluate('x == "a"', { x: 'a' })).toBe(true);
    expect(evaluate('x == "a"', { x: null })).toBe(false);
    expect(evaluate('x == "a"', { x: [1] })).toBe(false);
    expect(evaluate('x == "a"', { x: 1 })).toBe(false);
  });

  it.each([
    'constructor',
    'toString',
    'x.constructor',
    'x.__proto__',
    'x["__proto__"]',
    'x["constructor"]["constructor"]',
    '__proto__',
    'x.hasOwnProperty',
    '"a".length',
    'globalThis',
  ])('reaches no prototype: %s', (expression) => {
    expect(failure(expression, { x: { a: 1 } })).toMatch(/^ExpressionError: |^no error, but null$/);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('knows no variable %s', (expression) => {
    expect(failure(expression)).toBe(`ExpressionError: Unknown variable: ${expression} in "${expression}"`);
  });

  it('sees and makes no keys that stand for prototypes', () => {
    const message = boundedJson(JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "a": 2}'));
    expect(evaluate('message', { message })).toEqual({ a: 2 });
    expect(evaluate('"toString" in message || has(message.admin)', { message })).toBe(false);
    expect(evaluate('{"constructor": 1, "__proto__": {"admin": true}, "y": 2}', {})).toEqual({ y: 2 });
  });

  it.each([
    ['three lists walked inside each other', 'l.map(a, l.map(b, l.map(c, 1)))', 'too much to compute'],
    ['doubling by names', 'cel.bind(a, l, a + a)', 'cel.bind is not supported'],
    ['the backtracking matcher', '"aaa".matches("(a+)+$")', 'write matches(text, pattern)'],
    ['what nobody has counted', 'bytes("{}").json() == {}', 'json is not supported'],
    ['deep nesting', `${'('.repeat(60)}1${')'.repeat(60)}`, 'maxDepth'],
    ['a list that multiplies', 'l.map(a, l.map(b, l))', 'too much to compute'],
  ])('is refused when it might not end in time: %s', (_, expression, message) => {
    const l = Array.from({ length: 300 }, (_item, n) => n);
    expect(failure(expression, { l })).toContain(message);
  });

  it('fails with the error and its place, and nothing of the values', () => {
    expect(failure('a - b', { a: 'secret', b: 1 })).toBe(
      'ExpressionError: no such overload: dyn<string> - dyn<double> in "a - b"',
    );
    expect(failure('1 +')).toMatch(/^ExpressionError: .* in "1 \+"$/);
    expect(failure('int(n)', { n: 1e300 })).toBe('ExpressionError: a number is too large');
    expect(failure('matches("a", "(")')).toMatch(/^ExpressionError: /);
  });
});

it.each<[string, Json]>([
  ['l.map(x, missing.trim())', [null, null]],
  ['l.map(x, size(o.missing))', [null, null]],
  ['l.map(x, "a".contains(o.missing))', [null, null]],
  ['l.map(x, matches(missing, "a"))', [null, null]],
  ['l.filter(x, x < "a")', []],
  ['l.filter(x, "a" >= x)', []],
  ['l.filter(x, o < o)', []],
  ['l.filter(x, x < missing)', []],
  ['l.map(x, o.missing + x)', [null, null]],
  ['l.map(x, o.missing.deeper[x])', [null, null]],
])(
  '%s fails on no missing or unordered value: thousands would cost more than the formula says',
  (expression, expected) => {
    let made = 0;
    Object.defineProperty(EvaluationError.prototype, 'name', {
      configurable: true,
      set: () => {
        made += 1;
      },
    });
    try {
      expect(evaluate(expression, { l: [1, 2], o: { a: 1 }, missing: null })).toEqual(expected);
      expect(made).toBe(0);
      expect(() =>
        evaluate('missing.trim() || o.a - l == 1', { l: [1], o: { a: 1 }, missing: null }),
      ).toThrow();
      expect(made).toBe(1);
    } finally {
      Reflect.deleteProperty(EvaluationError.prototype, 'name');
    }
  },
);

describe('the check of an expression', () => {
  const names = new Map([
    ['x', 'dyn'],
    ['message', 'map'],
  ]);
  it.each([
    ['x + 1 > 2 || message.text == "a"', null],
    ['[1, 2].exists(i, i == x)', null],
    ['y + 1', 'there is no variable y'],
    ['[1] + "b"', '"+" can\'t be used between a list and a text'],
    ['no_function(x)', 'there is no function no_function'],
  ])('%s', (expression, expected) => {
    expect(checkExpression(expression, names)).toBe(expected);
  });

  it('knows the names that an expression can use', () => {
    expect(
      ['ok', 'a_1', 'a-b', 'in', 'true', '__proto__', 'package', 'list', 'string', 'cel'].filter(isNameable),
    ).toEqual(['ok', 'a_1']);
  });
});

describe('an error', () => {
  it.each(['[1][said]', 'duration(said)', 'matches("a", said + "(")', 'int(said)'])(
    'of %s does not quote what a visitor wrote',
    (expression) => {
      const evaluated = () => evaluate(expression, { said: 'my secret' });
      expect(evaluated).toThrow(ExpressionError);
      expect(evaluated).not.toThrow(/my secret/);
    },
  );

  it('names what its author wrote', () => {
    const evaluated = () => evaluateStrictly('said.nothing', { find: () => ({}) }, stepBudget());
    expect(evaluated).toThrow('No such key: nothing in "said.nothing"');
  });
});

it('matching in a list of lists ends in time', () => {
  const items = Array.from({ length: 1_000 }, (_, n) => n);
  const expression = 'items.all(a, items.all(b, !matches(text, "(a?){100}b")))';
  expect(() => evaluate(expression, { items, text: 'a'.repeat(4_096) })).toThrow('too much to compute');
});

it.each([
  ['1 +', 'the expression is incomplete, column 4'],
  ['size(', 'the expression is incomplete, column 6'],
  ['1 + * 2', '"*" is not expected here, column 5'],
  ['a ? b', '":" is missing, column 6'],
])('%s is refused with the column of the error', (expression, message) => {
  expect(failure(expression)).toBe(`ExpressionError: ${message} in ${JSON.stringify(expression)}`);
});

describe('formatDate', () => {
  it.each([
    ['formatDate("2026-04-03", "long", "de")', '3. April 2026'],
    ['formatDate("2026-04-03", "long", "pt_BR")', '3 de abril de 2026'],
    ['formatDate("2026-04-03", "full", "en-GB")', 'Friday, 3 April 2026'],
    ['formatDate("2026-04-03", "short", "ja")', '2026/04/03'],
    ['formatDate("2026-04-03", "medium", "no language at all")', 'Apr 3, 2026'],
    ['formatDate("2026-04-03", "long", language)', 'April 3, 2026'],
    ['formatDate("2026-04-03T23:59:00+14:00", "long", "en")', 'April 3, 2026'],
    ['formatDate(day, "long", "en")', null],
  ])('%s is %j', (expression, expected) => {
    expect(evaluate(expression, { language: null, day: null })).toBe(expected);
  });

  it.each([
    'formatDate("2026-04-03", "tiny", "en")',
    'formatDate("soon", "long", "en")',
    'formatDate("2026-02-30", "long", "en")',
    'addDays("2025-02-29", 1)',
  ])('%s raises', (expression) => {
    expect(() => evaluate(expression, {})).toThrow(ExpressionError);
  });
});
