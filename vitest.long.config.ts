import { defineConfig } from 'vitest/config';

/** What takes minutes: outages of hours on a virtual clock, chaos by seed, matrices. `npm test` leaves it out. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['test/**/*.long.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 240_000,
    globalSetup: 'test/support/prepare-run.ts',
    expect: { poll: { timeout: 40_000 } },
    env: { TZ: 'UTC', POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
