import { afterAll, expect, it } from 'vitest';
import { type AgentChaosReport, runAgentChaos } from '../support/chaos/run-agent-chaos.ts';

const [first = 1, last = first] = (process.env.CHAOS_SEEDS ?? '1-50').split('-').map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, n) => first + n);
const reports: AgentChaosReport[] = [];

afterAll(() => {
  console.table(
    reports.map(({ wrongs, never, outcomes: _, ...figures }) => ({
      ...figures,
      wrong: wrongs.length,
      never: never.length,
    })),
  );
});

it.each(seeds)(
  'with three agents who take, return and close at random nothing is lost, doubled or out of order: seed %i',
  async (seed) => {
    const report = await runAgentChaos({ seed, sessions: 6, messages: 10 });
    reports.push(report);
    console.log(JSON.stringify(report));
    expect([report.wrongs, report.never]).toEqual([[], []]);
    expect(report.acknowledged).toBe(report.sent);
    expect(report.said).toBeGreaterThan(0);
  },
);
