import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGuessLimit } from '../../../src/local/hosted-ui/credentials.ts';

const dayMs = 24 * 3600_000;

it('however guesses are spread over a day, few are accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: dayMs }), { maxLength: 2000 }), (times) => {
      let now = 0;
      const limit = createGuessLimit(() => now);
      const letThrough = times
        .sort((a, b) => a - b)
        .filter((time) => {
          now = time;
          return limit.take('a') === 0;
        });
      // 14 in a row until the wait is 15 minutes, and after 15 quiet ones five at once again.
      expect(letThrough.length).toBeLessThanOrEqual(15 + (dayMs / (15 * 60_000)) * 5);
    }),
  );
});

it('a refused guess does not lengthen the wait', () => {
  let now = 0;
  const limit = createGuessLimit(() => now);
  for (let n = 0; n < 5; n++) expect(limit.take('a')).toBe(0);
  for (let n = 0; n < 100; n++) expect(limit.take('a')).toBe(1000);
  now = 1000;
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(2000);
});

it('one name does not slow down another', () => {
  const limit = createGuessLimit(() => 0);
  for (let n = 0; n < 10; n++) limit.take('a');
  expect(limit.take('b')).toBe(0);
});

it('the longest wait is 15 minutes, and after 15 quiet minutes the count starts again', () => {
  let now = 0;
  const limit = createGuessLimit(() => now);
  const waits: number[] = [];
  for (let n = 0; n < 40; n++) {
    const wait = limit.take('a');
    waits.push(wait);
    now += wait;
  }
  expect(Math.max(...waits)).toBe(15 * 60_000);
  now += 30 * 60_000;
  for (let n = 0; n < 5; n++) expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBe(1000);
});
