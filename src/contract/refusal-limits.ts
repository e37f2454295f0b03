/** The numbers of what is told of refused requests, their units in their names. @see docs/decisions/reports.md */
export const refusalLimits = {
  /** Those of a minute that an execution environment has a line for: of a kind and tenant, and of all. */
  windowMs: 60_000,
  lines: 10,
  linesOfAll: 50,
  /** Of further ones there is a line for so many together. */
  linesHeld: 100,
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
