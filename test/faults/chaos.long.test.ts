import { afterAll, expect, it } from 'vitest';
import { type ChaosReport, runChaos } from '../support/chaos/run-chaos.ts';

const [first = 1, last = first] = (process.env.CHAOS_SEEDS ?? '1-50').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, n) => first + n);
const reports: ChaosReport[] = [];

afterAll(() => {
  console.table(
    reports.map(({ wrongs, left, never, hardest: _, queued, ...figures }) => ({
      ...figures,
      wrong: wrongs.length,
      left: left.length,
      never: never.length,
      queued: queued.length,
    })),
  );
});

it.each(seeds)(
  'with failing calls and dying environments all that is acknowledged is answered once, in order: seed %i',
  async (seed) => {
    const report = await runChaos({ seed, sessions: 20, messages: 15, slowMs: 4_000 });
    reports.push(report);
    console.log(JSON.stringify(report));
    expect([report.wrongs, report.left, report.never]).toEqual([[], [], []]);
    expect(report.acknowledged).toBe(report.sent);
  },
);
