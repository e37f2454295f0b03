import { defineConfig } from 'vitest/config';
import { ShortestFirst } from './shortest-first.ts';

/** All that runs what is mutated in its own process; `MUTATE_TESTS` names fewer, for a folder that has tests of its own. */
const tests =
  process.env.MUTATE_TESTS ??
  'test/{aws,domain,engine,channels,http,lambda,operations,journeys,faults}/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    include: tests.split(' '),
    exclude: ['test/**/*.{long,browser,matrix}.test.ts', 'test/**/*.browser.long.test.ts'],
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
