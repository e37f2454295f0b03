import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs, retryAfterMs } from '../../src/widget/backoff.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

it('a pause doubles with each failure up to 30 s, and half of it is left to chance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const fullMs = Math.min(30_000, 1_000 * 2 ** (failures - 1));
        const ms = backoffMs(failures, () => chance);
        expect(ms).toBeGreaterThanOrEqual(fullMs / 2);
        expect(ms).toBeLessThanOrEqual(fullMs);
      },
    ),
  );
});

it.each([
  ['7', 7_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['999999', 600_000],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j asks for %j ms', (header, ms) => {
  expect(retryAfterMs(header, nowMs)).toBe(ms);
});
