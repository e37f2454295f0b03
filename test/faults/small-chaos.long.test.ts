import { expect, it } from 'vitest';
import { runChaos } from '../support/chaos/run-chaos.ts';

it.each([1, 2])(
  'with failing calls and dying environments all that is acknowledged is answered once, in order: seed %i',
  async (seed) => {
    const report = await runChaos({ seed, sessions: 4, messages: 4, slowMs: 200 });
    expect([report.wrongs, report.left]).toEqual([[], []]);
    expect(report.acknowledged).toBe(report.sent);
    expect(report.faults).toBeGreaterThan(0);
  },
  180_000,
);
