import fc from 'fast-check';
import { it } from 'vitest';
import { findExcess } from '../support/measure-work.ts';
import { expressionOf } from '../support/random-expressions.ts';

it('an expression never does more work than its formula says, for a hundred thousand of them', () => {
  const choices = fc.array(fc.nat(10_000), { minLength: 10, maxLength: 120 });
  fc.assert(
    fc.property(choices, (made) => {
      const excess = findExcess(expressionOf(made));
      if (excess !== null) throw new Error(excess);
    }),
    { numRuns: 100_000 },
  );
});
