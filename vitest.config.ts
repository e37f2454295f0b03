import { defineConfig } from 'vitest/config';

/** Web chat under load: an answer that takes three seconds is another answer, so these have the machine to themselves. */
const alone = ['test/journeys/concurrency.test.ts', 'test/journeys/killed-process.test.ts'];
/** Whole stacks under load, killed and restarted: two at a time. */
const whole = ['test/journeys/**/*.test.ts', 'test/faults/**/*.test.ts', 'test/bin/**/*.test.ts'];
/** What takes minutes is run by `npm run test:long`. */
const long = 'test/**/*.long.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: 'test/support/build-bundles.ts',
    // Nothing here measures time: what waits this long is stuck, also where the cores are shared.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 40_000 } },
    teardownTimeout: 10_000,
    // Dates in tests read the same on every machine.
    env: {
      TZ: 'UTC',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      POWERTOOLS_METRICS_DISABLED: 'true',
      // The CDK's own look at templates takes most of a synthesis; `npm run synth` has it.
      CDK_VALIDATION: 'false',
    },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...whole, long],
          maxWorkers: 3,
          // The SDK and the CDK take longer to load than most files take to run.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: whole,
          exclude: [...alone, long],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
