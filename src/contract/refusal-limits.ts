/** The numbers of the counts of refused requests, their units in their names. @see docs/decisions/reports.md */
export const refusalLimits = {
  /** Sites that are told apart: on a tenant's day, and in one report. */
  sitesKept: 40,
  sitesShown: 100,
  siteChars: 100,
  /** Kinds of a tenant that a process tells apart between two writes, and tenants. */
  kindsHeld: 100,
  tenantsHeld: 1_000,
  /** Tenants whose counts a process writes each minute. */
  rowsPerNote: 10,
  /** How long a request that comes then may be held by it. */
  writeMs: 200,
} as const;
