/** The numbers of runs and reports, their units in their names. @see handoff.md 6 */
export const runLimits = {
  /** Counts of hours and days outlive the runs: two years side by side. */
  figuresKeptDays: 761,
  /** Partitions that a tenant's runs are divided into in each index, and those of what is to be counted. */
  runShards: 4,
  markShards: 8,
  runReceives: 100,
  /** Runs that one invocation counts; a greater hour is counted by several, one after the other. */
  runsPerInvocation: 25_000,
  /** Longer than bus, queue, dead letters and their redrive together keep an event of a run. */
  erasedRunDays: 30,
  /** Events of runs wait so long for others, of which the latest is enough. */
  runBatchWindowS: 20,
  /** After a failed turn its hour is counted at the end of such a span, once: with both batch windows, within a minute. */
  promptCountMs: 10_000,
  /** And so much later, since an index tells of a run a moment after it is written. */
  indexLagMs: 2_000,
} as const;
