import { defineConfig } from 'vitest/config';
import { VerdictReporter } from './test/support/report-verdict.ts';

/** One way through every page, in a real browser. */
const everyPage = 'test/journeys/every-page.browser.test.ts';
/** An answer that takes three seconds is another answer, so this has the machine to itself. */
const alone = ['test/journeys/killed-process.test.ts'];
/** Every combination of something. */
const matrix = 'test/**/*.matrix.test.ts';
/** What `npm test` leaves to `npm run test:all`: chaos, all of the browsers' tests, tables of every combination. */
const thorough = ['test/faults/**/*.test.ts', matrix];
const browsers = 'test/**/*.browser.test.ts';
/** Whole stacks, killed and restarted: two at a time. */
const whole = ['test/journeys/**/*.test.ts', 'test/bin/**/*.test.ts'];
/** What takes minutes is run by `npm run test:long`. */
const long = 'test/**/*.long.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', new VerdictReporter()],
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
          exclude: [...whole, ...thorough, browsers, long],
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
          exclude: [...alone, matrix, long],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: [browsers],
          exclude: [everyPage, long],
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: thorough,
          exclude: [long],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 4 } },
      },
    ],
  },
});
