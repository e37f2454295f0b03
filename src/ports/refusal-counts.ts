import type { Refused } from '../domain/refused.ts';

/** A request that was refused: never what was in it. */
export interface NotedRefusal {
  readonly tenantId: string;
  /** The day on the tenant's clocks. */
  readonly date: string;
  readonly code: string;
  /** A site, or the word for none. */
  readonly origin: string;
  readonly isMessage: boolean;
  /** How long the tenant keeps its log. */
  readonly keptDays: number;
}

/** What was refused on a day. */
export interface RefusedDay {
  readonly refused: Refused;
  readonly writtenAtMs: number;
}

/** Counts of refused requests by tenant and day; what a process has not written when it ends is not among them. */
export interface RefusalCounts {
  /** Counts it in memory. */
  add(refusal: NotedRefusal): void;
  /** Whether there is something to write, a minute after the last time. */
  isDue(): boolean;
  /** Writes what was counted, of a few tenants at a time. */
  write(): Promise<void>;
}

/** The same, for who looks at it. */
export interface RefusedDays {
  /** What is kept of these days. */
  read(tenantId: string, dates: readonly string[]): Promise<readonly RefusedDay[]>;
}
