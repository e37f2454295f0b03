import { defineConfig } from 'vitest/config';
import { VerdictReporter } from './test/support/report-verdict.ts';
import { SpreadWaits } from './test/support/spread-waits.ts';
import { thoroughFiles } from './test/support/thorough-files.ts';

// Every process of a run loads the same packages: Node keeps what it has compiled of them.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/tests`;

/** An answer that takes three seconds is another answer, so this has the machine to itself. */
const alone = ['test/journeys/killed-process.test.ts'];
/** `npm test` has one way through every page, and leaves the others to `npm run test:all`. */
const browsers = 'test/**/!(every-page).browser.test.ts';
/** What takes minutes is run by `npm run test:long`. */
const long = 'test/**/*.long.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', new VerdictReporter()],
    globalSetup: 'test/support/prepare-run.ts',
    setupFiles: 'test/support/read-error-lines.ts',
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
    // Twice as many as there are cores where CI runs, since tests also wait. No project waits for the slowest file of another.
    maxWorkers: 4,
    sequence: { sequencer: SpreadWaits },
    // Of each file that a process imports, compiled once for all projects and runs.
    experimental: { fsModuleCache: true },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'daily',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...alone, ...thoroughFiles, browsers, long],
          // The SDK takes longer to load than most files take to run.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: [browsers],
          exclude: [long],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: thoroughFiles,
          exclude: [browsers, long],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
