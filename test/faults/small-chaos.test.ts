import { expect, it } from 'vitest';
import { runChaos } from '../support/chaos/run-chaos.ts';

/** Fifty seeds of twenty sessions run with the long tests. */
it('with failing calls and dying environments every acknowledged message is answered once, in order', async () => {
  const report = await runChaos({ seed: 1, sessions: 4, messages: 4, slowMs: 200 });
  expect(report.wrongs).toEqual([]);
  expect(report.acknowledged).toBe(report.sent);
  expect(report.faults).toBeGreaterThan(0);
}, 180_000);
