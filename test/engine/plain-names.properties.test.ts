import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { environment, evaluate, evaluateOver, nameIn, type Scope } from '../../src/engine/expressions.ts';
import type { Json } from '../../src/engine/interfaces.ts';
import { stepBudget } from '../../src/engine/size.ts';
import { fitsItem } from '../../src/engine/transition.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
/** Names of the language's own are among them, and names that nothing has. */
const name = fc.oneof(
  fc.constantFrom(
    'size',
    'list',
    'int',
    'string',
    'type',
    'toString',
    'constructor',
    'missing',
    ' size ',
    '\u00a0size',
    '(size)',
  ),
  fc.stringMatching(/^[a-z_]{1,6}$/),
);
const scope = fc.dictionary(fc.oneof(name, fc.constant('size')), json);

const valuesOf = (all: Scope) => ({
  find: (asked: string) => (Object.hasOwn(all, asked) ? all[asked] : undefined),
});

/** What it comes to, what it costs. */
function outcomeOf(run: (budget: { spend(work: number): void }) => Json) {
  const spent: number[] = [];
  const budget = { spend: (work: number) => void spent.push(work) };
  try {
    return { value: run(budget), spent };
  } catch (error) {
    return { error: String(error), spent };
  }
}

describe('a name alone', () => {
  it("has the interpreter's value and cost", () => {
    fc.assert(
      fc.property(name, scope, (expression, all) => {
        const budget = (given: { spend(work: number): void }) => Object.assign(stepBudget(), given);
        expect(outcomeOf((given) => evaluateOver(expression, valuesOf(all), budget(given)))).toEqual(
          outcomeOf((given) => evaluate(expression, all, budget(given))),
        );
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Literals, types and reserved words of the language, and what looks like them. */
const words =
  'true false null in string bool int uint double map list bytes null_type type dyn optional as break const continue else for function if import let loop package namespace return var void while prototype cel google timestamp duration size True nil undefined';

describe('a word of the language', () => {
  it.each(words.split(' '))("%s has the interpreter's value, though a variable has its name", (word) => {
    const all = { [word]: 'mine' };
    const budget = (given: { spend(work: number): void }) => Object.assign(stepBudget(), given);
    expect(outcomeOf((given) => evaluateOver(word, valuesOf(all), budget(given)))).toEqual(
      outcomeOf((given) => evaluate(word, all, budget(given))),
    );
  });
});

it('a name that the interpreter defines is no plain name', () => {
  const own = environment()
    .getDefinitions()
    .variables.map(({ name: known }) => known);
  expect(own).toContain('list');
  expect(own.filter((known) => nameIn(known) !== undefined)).toEqual([]);
});

describe("a conversation's limit", () => {
  it('is 64 KiB of JSON, whatever the characters', () => {
    const text = fc
      .tuple(
        fc.constantFrom('a', 'é', '😀', '\u0000', '"', '\ud800'),
        fc.integer({ min: 10_000, max: 70_000 }),
      )
      .map(([char, bytes]) => char.repeat(Math.ceil(bytes / new TextEncoder().encode(char).length)));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(json, text), { maxKeys: 3 }), (variables) => {
        const bytes = new TextEncoder().encode(JSON.stringify(variables)).length;
        expect(fitsItem(variables)).toBe(bytes <= 64 * 1024);
      }),
      { numRuns: 300 },
    );
  });
});
