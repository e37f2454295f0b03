import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimateWork } from '../../src/engine/expressions.ts';
import { compileRegex } from '../../src/engine/linear-regex.ts';
import { sizeOf, workLimits } from '../../src/engine/size.ts';
import { measureWork } from '../support/measure-work.ts';
import { expressionOf } from '../support/random-expressions.ts';

interface Case {
  readonly expression: string;
  readonly choices: string;
}
const file = new URL('./fixtures/dearest-expressions.json', import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(file, 'utf8'));

describe('the most expensive expressions found by a search (npm run search:cost)', () => {
  it('are fifty', () => {
    expect(cases).toHaveLength(50);
  });

  it.each(cases)('$expression', ({ expression, choices }) => {
    const made = expressionOf(choices.split(' ').map(Number));
    expect(made.expression).toBe(expression);
    const estimated = estimateWork(expression, (name) => sizeOf(made.scope[name]));
    if (estimated > workLimits.perStep) return;
    const { work } = measureWork(expression, made.scope);
    expect(work).toBeLessThanOrEqual(estimated);
  });
});

it.each(['(?:a?){199}b', '(?:\\p{L}?){160}b', '(?:.{1,198})$', '(?:(?:\\b|\\B){60})a*b', '(a|b|ab|ba)*c'])(
  'the pattern %s follows so few states past each character that the longest answer takes 2 million steps at most',
  (pattern) => {
    expect(compileRegex(pattern).workPerChar * 4_096).toBeLessThanOrEqual(2_000_000);
  },
);
