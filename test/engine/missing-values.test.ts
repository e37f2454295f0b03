import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../src/engine/errors.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { expressionOf } from '../support/random-expressions.ts';

/** Each of these texts, lists, numbers and dates is known to be one before it is found to be missing. */
describe('an expression with a missing value', () => {
  it.each<[string, Json]>([
    ['name.trim()', null],
    ['name.trim().lowerAscii()', null],
    ['size(name.trim()) + 1', null],
    ['int(n) + 1', null],
    ['int(n) * 2', null],
    ['-int(n)', null],
    ['name.split(",") + ["a"]', null],
    ['bytes(name) + b"a"', null],
    ['name.trim() + name.trim()', null],
    ['"Hello " + name.trim()', 'Hello '],
    ['name.trim() + "!"', '!'],
    ['"a" + join(n, ",")', 'a'],
    ['["Ada", name.trim(), "Bob"].join(",")', 'Ada,,Bob'],
    ['[n, n].join("-")', '-'],
    ['[{"name": "Ada"}, {}].map(o, o.name).join(", ")', 'Ada, '],
    ['[{}, {"name": "Ada"}].map(o, o.name).join()', 'Ada'],
    ['name.split(",").join("-")', null],
    ['size(name) < 5', false],
    ['int(n) >= 0', false],
    ['timestamp(n) < timestamp("2025-01-31T00:00:00Z")', false],
    ['duration(n) == duration("1s")', false],
    ['duration(n) != duration("1s")', true],
    ['name.trim() == null', true],
    ['name.trim() == n', true],
    ['name.trim() == ""', false],
    ['"a" in name.split(",")', false],
    ['name.trim() in ["a"]', false],
    ['!name.contains("a")', true],
    ['name.split(",").exists(x, x == "a")', false],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression, { name: null, n: null })).toEqual(expected);
  });

  it('fails, if at all, in terms of the language', () => {
    const values = fc.constantFrom<Json>(null, 'x', 3, [], {}, [null], true, { key0: null, a: null }, -0.5);
    const choices = fc.array(fc.nat(10_000), { minLength: 10, maxLength: 90 });
    fc.assert(
      fc.property(choices, fc.array(fc.option(values, { nil: undefined }), { maxLength: 9 }), (made, odd) => {
        const { expression, scope } = expressionOf(made);
        Object.keys(scope).forEach((name, n) => {
          const value = odd[n];
          if (value !== undefined) scope[name] = value;
        });
        try {
          evaluate(expression, scope);
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          expect(error.message).not.toMatch(/^Cannot (read|mix)|^[^"]* is not (a function|iterable)/);
        }
      }),
      { numRuns: 500 },
    );
  });
});
