import type { RunHandoff, RunState } from '../contract/runs.ts';
import type { ChannelName } from '../contract/vocabulary.ts';
import type { Refused } from '../domain/errors.ts';
import type { Cell } from '../domain/runs/cells.ts';

/** The position in one partition of a list: behind this name; null at the beginning, `end` after the last. */
export type ListPosition<Name> = { readonly at: number; readonly name: Name } | null | 'end';

/** A run as an event reported it. */
export interface CountedRun {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly channel: ChannelName;
  readonly run: RunState;
}

/** A stored run. @see handoff.md 6.1 */
export interface KeptRun extends CountedRun {
  /** When the same user began the next run on the channel. */
  readonly recontactedAtMs: number | null;
  /** Replies that did not arrive. */
  readonly undelivered: number;
  /** Replaces the visitor of an erased run. */
  readonly erasedVisitor: string | null;
}

/** A handoff with what of its run is counted beside it. */
export interface KeptHandoff {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly runId: string;
  readonly channel: ChannelName;
  readonly place: string | null;
  readonly flow: { readonly id: string; readonly version: number };
  readonly handoff: RunHandoff;
}

/** Identifies a run. */
export interface RunName {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly runId: string;
}

/** Marks a quarter of an hour as changed since it was counted. */
export interface Mark {
  readonly tenantId: string;
  /** The start of the quarter. */
  readonly slotMs: number;
  readonly count: number;
  readonly atMs: number;
}

/** Runs as the events tell them. @see handoff.md 6.1-6.3 */
export interface RunStore {
  /**
   * Keeps a run with its handoffs, unless a later state of it is known, or its visitor is erased.
   * @returns whether it was not known before, and whether its visitor, or the hour of their last message, is another one
   */
  merge(run: CountedRun): Promise<{ readonly isNew: boolean; readonly isSighting: boolean }>;
  /** Runs of the same user on the channel, by their start: the last before, and the first after. */
  neighbours(
    reported: CountedRun,
  ): Promise<readonly { readonly name: RunName; readonly startedAtMs: number }[]>;
  /** The earliest time counts. @returns when the run began; null where nothing is kept of it */
  noteRecontact(name: RunName, atMs: number): Promise<number | null>;
  /**
   * Each part of a reply counts once, also where the run is not known yet.
   * @returns when the run began; null where it is not known yet
   */
  noteUndelivered(
    name: RunName,
    of: { readonly part: string; readonly expiresAtS: number },
  ): Promise<number | null>;
  /**
   * Records that a reply presumed lost was delivered.
   * @returns when the run began; null if nothing is stored of it
   */
  noteArrived(name: RunName, part: string): Promise<number | null>;
  /** Marks quarters of an hour, each once. */
  mark(tenantId: string, slots: readonly number[]): Promise<void>;
  /** Claims the one count per time span and hour. @returns whether this call claimed it */
  claimCount(tenantId: string, hourMs: number, spanStartMs: number): Promise<boolean>;
}

/** Counts of an hour or a day, as of when its runs began to be read. */
export interface CountRow {
  readonly cells: readonly Cell[];
  readonly readStartedAtMs: number;
  /** The version of the counting rules. @see countedBy */
  readonly countedBy: number;
  /** Another at each write. */
  readonly revision?: string;
}

/** The position in the index of quarters to continue after. */
export interface SlotPosition {
  /** The partition of the marks. */
  readonly partition: number;
  readonly pk: string;
  readonly sk: string;
}

/** Some of the runs and handoffs of quarters of an hour. */
export interface RunsOfSlots {
  readonly runs: readonly KeptRun[];
  readonly handoffs: readonly KeptHandoff[];
  /** The next position; null at the end. */
  readonly after: SlotPosition | null;
}

/** A partial count of an hour, up to a page, by the count that began at a time. */
export interface PartName {
  readonly tenantId: string;
  /** The start of the hour. */
  readonly startMs: number;
  readonly startedAtMs: number;
  readonly page: number;
}

/** Behind the last tenant. */
export const nightEnd = '~';

/** The counts, and the hours to be counted. @see handoff.md 6.3 */
export interface RunCounts {
  /** Marks of all tenants in one of their partitions, with what continues behind them. */
  marks(shard: number, next: unknown): Promise<{ readonly marks: readonly Mark[]; readonly next: unknown }>;
  /** Those that there are, as of now. */
  marksOf(tenantId: string, slots: readonly number[]): Promise<readonly Mark[]>;
  mark(tenantId: string, slots: readonly number[]): Promise<void>;
  /** Unless it has been marked again since. */
  clear(mark: Mark): Promise<void>;
  /** All runs that began, and handoffs that were asked for, in these quarters, from a position on; erased ones, too. */
  inSlots(tenantId: string, slots: readonly number[], after: SlotPosition | null): AsyncIterable<RunsOfSlots>;
  /** A permanent, anonymous mark of a visitor. */
  visitorMark(
    visitor: Pick<CountedRun, 'tenantId' | 'channel'> & { readonly userId: string },
  ): Promise<string>;
  /** Whether any run was active since then. */
  hasBeenActive(tenantId: string, sinceMs: number): Promise<boolean>;
  hours(tenantId: string, fromMs: number, untilMs: number): Promise<ReadonlyMap<number, CountRow>>;
  days(tenantId: string, from: string, to: string): Promise<ReadonlyMap<string, CountRow>>;
  /** Unless what is stored was read later. */
  putHour(tenantId: string, startMs: number, row: CountRow): Promise<void>;
  /**
   * Writes what a day is made of, unless it was written since it was read.
   * @returns whether it was written
   */
  putDay(tenantId: string, date: string, row: CountRow, over: CountRow | undefined): Promise<boolean>;
  dropHour(tenantId: string, startMs: number): Promise<void>;
  /** The zone that the hours are of. */
  findZone(tenantId: string): Promise<string | null>;
  saveZone(tenantId: string, zone: string): Promise<void>;
  /** Keeps what was counted of an hour so far, for a day. */
  putPart(part: PartName, cells: readonly Cell[]): Promise<void>;
  findPart(part: PartName): Promise<readonly Cell[] | null>;
  /**
   * Returns the last tenant whose hours were enqueued on a night; null before the first, `nightEnd` after the
   * last.
   */
  findNight(date: string): Promise<string | null>;
  saveNight(date: string, tenantId: string): Promise<void>;
}

/** The position of a list of runs in each of its partitions. */
export type RunPosition = ListPosition<Omit<RunName, 'tenantId'>>;

/** The filters of a query; the best index is used, and the caller applies the rest. */
export interface RunListQuery {
  readonly tenantId: string;
  readonly by:
    | { readonly index: 'recent' }
    | { readonly index: 'open'; readonly status: string }
    | { readonly index: 'flow'; readonly flow: string }
    | { readonly index: 'place'; readonly channel: ChannelName; readonly place: string }
    | { readonly index: 'visitor'; readonly channel: ChannelName; readonly userId: string };
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Runs as they are looked for. @see handoff.md 6.2 */
export interface RunList {
  /** Partitions of a question: each is read by itself. */
  partitions(query: RunListQuery): number;
  /** Names in one partition, the latest first. */
  names(
    query: RunListQuery,
    partition: number,
    after: RunPosition,
    limit: number,
  ): Promise<{
    readonly found: readonly { readonly name: RunName; readonly at: number }[];
    readonly isLast: boolean;
  }>;
  /** Reads those of the runs that are still stored. */
  read(names: readonly RunName[]): Promise<readonly KeptRun[]>;
}

/** The agents who recently replied, and how soon. */
export interface AnsweringTeam {
  /** The median time from a request to an agent's first reply; null where there are too few. */
  readonly replyMs: number | null;
  /** The initials of up to three agents. */
  readonly initials: readonly string[];
}

/** What widgets show of a tenant's agents, computed from the reports. */
export interface AnsweringTeams {
  /** Claims the one computation of an hour. @returns whether this call claimed it */
  claim(tenantId: string): Promise<boolean>;
  save(tenantId: string, team: AnsweringTeam): Promise<void>;
  /** Null when nothing was computed of late; it may be some minutes old. */
  find(tenantId: string): Promise<AnsweringTeam | null>;
}

/** Tokens of language models that tenants have used today (UTC), questions and answers together. @see design 4 */
export interface TokenCounts {
  used(tenantId: string): Promise<number>;
  add(tenantId: string, tokens: number): Promise<void>;
}

/** A request that was refused: never what was in it. */
export interface NotedRefusal {
  readonly tenantId: string;
  /** The day on the tenant's clocks. */
  readonly date: string;
  readonly code: string;
  /** A site, or the word for none. */
  readonly origin: string;
  readonly isMessage: boolean;
  /** The tenant's log retention. */
  readonly keptDays: number;
}

/** The rejected requests of a day. */
export interface RefusedDay {
  readonly refused: Refused;
  readonly writtenAtMs: number;
}

/** The widget that something is noted of. */
export interface NotedWidget {
  readonly tenantId: string;
  readonly widgetId: string;
}

/** A site that a widget was refused on; `count` is at least how often. */
export interface RefusedOrigin {
  readonly origin: string;
  readonly count: number;
  readonly atMs: number;
}

/**
 * Refused requests: counts by tenant and day, and the sites that a widget refuses. What a process has not written when it ends is
 * not among them. @see design 9
 */
export interface Refusals {
  /** Counts a request in memory. */
  add(refusal: NotedRefusal): void;
  /** Whether a write is due, a minute after the last. */
  isDue(): boolean;
  /** Writes what was counted, of a few tenants at a time. */
  write(): Promise<void>;
  /** Reads the counts of these days. */
  read(tenantId: string, dates: readonly string[]): Promise<readonly RefusedDay[]>;
  /** Notes a site of a widget: written once a minute at most for each widget, however many are refused; kept for `keptDays`. */
  noteOrigin(widget: NotedWidget, origin: string, keptDays: number): Promise<void>;
  /** The sites that a widget has refused, the latest first. */
  listOrigins(widget: NotedWidget): Promise<readonly RefusedOrigin[]>;
}

/** When a widget was last loaded by a page, for those who install it. */
export interface WidgetSightings {
  /** Written once a minute at most for each widget; kept for `keptDays`. */
  note(widget: NotedWidget, keptDays: number): Promise<void>;
  /** Null when it was not loaded lately. */
  find(widget: NotedWidget): Promise<number | null>;
}
