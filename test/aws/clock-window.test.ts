import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockWindow } from '../../src/aws/tenant-allowance-table.ts';

const windowMs = 60_000;
const atMs = fc.integer({ min: 0, max: 4_000_000_000_000 });

it('windows of a name follow each other without a gap, and hold every moment once', () => {
  fc.assert(
    fc.property(fc.string(), atMs, (name, nowMs) => {
      const { number, endMs } = clockWindow(name, windowMs, nowMs);
      expect(endMs).toBeGreaterThan(nowMs);
      expect(endMs - windowMs).toBeLessThanOrEqual(nowMs);
      expect(clockWindow(name, windowMs, endMs - 1)).toEqual({ number, endMs });
      expect(clockWindow(name, windowMs, endMs)).toEqual({ number: number + 1, endMs: endMs + windowMs });
    }),
  );
});

it('ten thousand tenants start theirs in every second of a minute, none of which has twice its share', () => {
  const seconds = new Map<number, number>();
  for (let n = 0; n < 10_000; n += 1) {
    const { endMs } = clockWindow(`tenant-${n}#tenant`, windowMs, 1_800_000_000_000);
    const second = Math.floor(endMs / 1000) % 60;
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(seconds.size).toBe(60);
  expect(Math.max(...seconds.values())).toBeLessThan((2 * 10_000) / 60);
});
