import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/engine/errors.ts';
import { estimateWork, evaluate } from '../../src/engine/expressions.ts';
import { flowFunctions } from '../../src/engine/functions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { sizeOf, stepBudget, WorkBudget, workLimits } from '../../src/engine/size.ts';
import { findExcess, measureWork } from '../support/measure-work.ts';

const zeroes = (length: number) => Array.from({ length }, () => 0);
const workOf = (expression: string, scope: { [name: string]: Json } = {}) =>
  estimateWork(expression, (name) => (name in scope ? sizeOf(scope[name]) : null));

describe('what an expression may compute', () => {
  const l = zeroes(1_000);
  const big = 'a'.repeat(60_000);
  const metadata = { l: zeroes(100) };

  it.each<[string, { [name: string]: Json }]>([
    ['l.all(x, l.all(y, (-1 in l) || (-2 in l) || (-3 in l) || true))', { l }],
    ['l.all(x, l.all(y, size(l + l) > 0))', { l }],
    ['l.all(x, l.all(y, size(big + big) > 0))', { l, big }],
    ["l.map(x, big.split('') + [x])", { l, big }],
    ['l.exists(a, l.exists(b, matches("", p)))', { l, p: '(a?){100}b' }],
    ['l.all(x, l.all(y, y.nothing))', { l }],
    ['l.map(x, timestamp("2025-01-31T00:00:00Z").getHours("Europe/Berlin"))', { l }],
    ['l.all(x, l.all(y, (x + y + "").split("").all(c, c != "")))', { l }],
    ['duration(digits)', { digits: '1'.repeat(4_096) }],
    [
      'message.metadata.l.all(x, message.metadata.l.all(y, (-1 in message.metadata.l) || true))',
      { message: { metadata } },
    ],
    [`l.exists(a, l.exists(b, ${Array.from({ length: 60 }, () => 'a + b').join(' + ')} == 1))`, { l }],
  ])('is refused before it is computed: %s', (expression, scope) => {
    expect(() => evaluate(expression, scope)).toThrow(ExpressionError);
    expect(() => evaluate(expression, scope)).toThrow('too much to compute');
  });

  it.each<[string, { [name: string]: Json }, Json]>([
    ['orders.filter(o, o.status == "open").map(o, o.id)', { orders: orders(200) }, openIds(200)],
    ['orders.exists(o, o.id == wanted)', { orders: orders(900), wanted: 'o899' }, true],
    ['a.all(x, b.exists(y, y == x))', { a: zeroes(100), b: zeroes(100) }, true],
    ['text.lowerAscii().contains("refund")', { text: `${'x'.repeat(4_000)}REFUND` }, true],
    ['size(l) > 999 && l[999] == 0', { l }, true],
  ])('is what flows need: %s', (expression, scope, expected) => {
    expect(evaluate(expression, scope)).toEqual(expected);
  });

  it('is known by the sizes of the actual values, not by the largest possible', () => {
    const expression = 'a.all(x, b.all(y, x == y))';
    expect(workOf(expression, { a: zeroes(10), b: zeroes(10) })).toBeLessThan(30_000);
    expect(workOf(expression, { a: zeroes(1_000), b: zeroes(1_000) })).toBeGreaterThan(workLimits.perStep);
  });

  it('grows with results, through every operation that makes them', () => {
    const grown = (expression: string) => workOf(expression, { s: 'a,b', l: zeroes(10) });
    expect(grown('size(s + s + s + s)')).toBeGreaterThan(grown('size(s)'));
    expect(grown('(l + l).all(x, true)')).toBeGreaterThan(grown('l.all(x, true)'));
    expect(grown('l.map(x, l).all(x, x.all(y, true))')).toBeGreaterThan(grown('l.all(y, l.all(x, true))'));
    expect(grown('(s + s).split("").all(x, true)')).toBeGreaterThan(grown('s.split("").all(x, true)'));
    expect(grown('["a", "b"].join(s + s).split("").all(x, true)')).toBeGreaterThan(
      grown('s.split("").all(x, true)'),
    );
  });

  it.each(['n', 'n * 1', 'l[0]', 'y', 'int(1e300)', '(n > 0 ? n : s)', '(n > 0)'])(
    'counts the letters of %s that become part of a text',
    (number) => {
      const n = -0.0000012345678901234567;
      const scope = { n, s: '', l: zeroes(100).map(() => n) };
      for (const text of [`(${number} + s)`, `(s + ${number})`, `(${number} + s.trim())`]) {
        const expression = `l.map(y, ${text}.split("").map(x, x))`;
        expect(measureWork(expression, scope).failed, expression).toBe(false);
        expect(findExcess({ expression, scope }), expression).toBeNull();
      }
    },
  );

  it.each(['duration("1s")', 'timestamp(0)', 'type(1)', 'uint(1)', 'b"a"'])(
    'counts %s as one value, like a number',
    (single) => {
      const expression = `l.map(x, ${single} == ${single})`;
      expect(findExcess({ expression, scope: { l: zeroes(1_000) } })).toBeNull();
    },
  );
});

describe('the budget', () => {
  it('of a step is one for all its expressions', () => {
    const budget = stepBudget();
    const evaluated = () => evaluate('l.all(x, x == 0)', { l: zeroes(1_000) }, budget);
    expect(evaluated()).toBe(true);
    expect(() => Array.from({ length: 100 }, evaluated)).toThrow('too much to compute');
  });

  it('of a turn is one for all its steps', () => {
    const turn = new WorkBudget();
    expect(() => {
      for (let step = 0; step < 100; step += 1) stepBudget(turn).spend(workLimits.perStep / 2);
    }).toThrow('the turn computes too much');
    expect(() => stepBudget().spend(workLimits.perStep)).not.toThrow();
  });

  it('is not spent by refused expressions, and passes nothing that is not a number', () => {
    const budget = new WorkBudget(10);
    expect(() => budget.spend(11)).toThrow(ExpressionError);
    expect(() => budget.spend(Number.NaN)).toThrow(ExpressionError);
    expect(() => budget.spend(10)).not.toThrow();
  });
});

it('every function of the language declares its cost, which grows with its arguments', () => {
  for (const { signature, cost } of flowFunctions) {
    const small = cost(sizeOf('a'), sizeOf('a'), sizeOf('a'));
    expect(small.work, signature).toBeGreaterThan(0);
    expect(Number.isFinite(small.size.nodes), signature).toBe(true);
  }
});

function orders(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: `o${n}`,
    status: n % 2 ? 'open' : 'sent',
    lines: [1, 2],
  }));
}

function openIds(count: number) {
  return orders(count).flatMap(({ id, status }) => (status === 'open' ? [id] : []));
}
