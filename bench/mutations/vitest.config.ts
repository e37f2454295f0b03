import { defineConfig } from 'vitest/config';
import { ShortestFirst } from './shortest-first.ts';

/** Journeys that are whole in one process, and quick. */
const journeys = [
  ...['center', 'chat-app-files', 'erasure', 'handoff', 'handoff-cases', 'long-polls', 'people', 'poison'],
  ...['reports', 'schedule', 'service-keys', 'slow-reply', 'status-codes', 'templates', 'trace', 'wakes'],
  ...['webhook-edges', 'webhooks', 'widget-settings'],
];
/** `MUTATE_TESTS` names fewer, since a mutant that nobody notices costs as much as all tests that reach it. */
const tests =
  process.env.MUTATE_TESTS ??
  `test/{aws,channels,domain,http,lambda,operations}/**/*.test.ts test/journeys/{${journeys.join(',')}}.test.ts`;

export default defineConfig({
  test: {
    pool: 'forks',
    include: tests.split(' '),
    // One gives its environments a clock, which the tests' own process lacks; the other reads the source.
    exclude: [
      'test/**/*.{long,browser,matrix}.test.ts',
      'test/{lambda/admin/old-tokens,engine/purity}.test.ts',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    env: {
      TZ: 'UTC',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      // The stacks' functions run here, where the mutated code is.
      FUNCTIONS: 'in-process',
    },
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
