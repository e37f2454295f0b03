import { limits } from '../../contract/limits.ts';
import type { CountPage, RollUpTask, RunFlow } from '../../contract/runs.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { type Cell, countedBy, mergeCells } from '../../domain/runs/cells.ts';
import {
  type CountedFlow,
  countHandoff,
  countRun,
  flowsIn,
  namesOfReached,
} from '../../domain/runs/count-run.ts';
import { addDays, dayStart, hourOf, hourStartingAt, type LocalHour } from '../../domain/runs/local-time.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Log, Metrics } from '../../ports/observability.ts';
import type { KeptHandoff, KeptRun, Mark, RunCounts, SlotPosition } from '../../ports/runs.ts';

/** What counting runs uses. */
export interface CountPorts {
  readonly counts: RunCounts;
  readonly directory: Pick<Directory, 'findTenant' | 'findFlow'>;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly log: Log;
  readonly nowMs: () => number;
}

const dayMs = 24 * 60 * 60_000;
/** The maximum delay of an index: a mark set since may be for a run that wasn't visible yet. */
export const quietMs = 60_000;

/** The result of counting an hour, or a page of it. */
export interface CountedHour {
  /** The stored count differed, though nothing was marked. */
  readonly wasWrong: boolean;
  /** The flows that runs began in or called, once all runs are counted. */
  readonly flows: readonly string[];
  /** Whether agents took conversations requested in it. */
  readonly hasAnswers: boolean;
  /** The next task, if the hour has more runs than the budget. */
  readonly next: RollUpTask | null;
}

const nothing: CountedHour = { wasWrong: false, flows: [], hasAnswers: false, next: null };

/**
 * Counts all runs of a tenant's hour, then its day. Marks are removed last, and only if they are unchanged and
 * older than the delay of indexes, so a crash anywhere leaves them. An hour with more runs than the budget is
 * counted page by page with a stored intermediate result; pages may be repeated.
 * @param task any quarter of the hour
 * @see handoff.md 6.3
 */
export async function rollUpHour(
  ports: CountPorts,
  task: Omit<RollUpTask, 'kind'>,
  budget: Budget = { left: Number.POSITIVE_INFINITY },
): Promise<CountedHour> {
  const { counts, directory, nowMs } = ports;
  const { tenantId } = task;
  const tenant = await directory.findTenant(tenantId);
  const zone = tenant?.time_zone ?? 'UTC';
  const hour = hourOf(zone, task.slotMs);
  const page = task.page ?? (await firstPage(ports, tenantId, hour, zone));
  // The tenant's time zone has changed since: its hours are marked again.
  if (page.zone !== zone) return nothing;
  let counted: Omit<CountedHour, 'next'> = nothing;
  const keptDays = tenant?.retention_days ?? limits.logRetentionDays;
  if (tenant && !isFrozen(hour, keptDays, nowMs())) {
    await followZone(counts, tenantId, zone, { keptDays, nowMs: page.startedAtMs });
    const partOf = (n: number) => ({
      tenantId,
      startMs: hour.startMs,
      startedAtMs: page.startedAtMs,
      page: n,
    });
    const before = page.n === 1 ? [] : await counts.findPart(partOf(page.n - 1));
    // It has taken more than a day: the next count starts over.
    if (before === null) return nothing;
    const { cells, after } = await countHour(
      ports,
      tenantId,
      { slots: hour.slots, after: page.after, cells: before },
      budget,
    );
    if (after !== null) {
      await counts.putPart(partOf(page.n), cells);
      return { ...nothing, next: { ...task, kind: 'roll-up', page: { ...page, n: page.n + 1, after } } };
    }
    counted = await store(ports, { tenantId, zone, hour, page, byNight: task.byNight === true }, cells);
    if (counted.wasWrong) return { ...counted, next: null };
  }
  const isQuiet = ({ atMs }: Mark) => atMs <= page.startedAtMs - quietMs;
  await Promise.all(page.marks.filter(isQuiet).map((mark) => counts.clear(mark)));
  return { ...counted, next: null };
}

/** What counting the runs of an hour uses. */
interface CountHourPorts {
  readonly counts: Pick<RunCounts, 'inSlots' | 'visitorMark'>;
  readonly directory: Pick<Directory, 'findFlow'>;
}

/** How many runs and handoffs this invocation may still read. */
export interface Budget {
  left: number;
}

/** Counts the runs of quarters of an hour from a position on, within the budget. @returns the next position */
async function countHour(
  ports: CountHourPorts,
  tenantId: string,
  {
    slots,
    after: begin,
    cells: before,
  }: {
    readonly slots: readonly number[];
    readonly after: SlotPosition | null;
    readonly cells: readonly Cell[];
  },
  budget: Budget,
): Promise<{ readonly cells: readonly Cell[]; readonly after: SlotPosition | null }> {
  let cells = before;
  for await (const { runs, handoffs, after } of ports.counts.inSlots(tenantId, slots, begin)) {
    const seen = new Set<string>();
    const isFirst = (id: string) => !seen.has(id) && seen.add(id);
    // During an erasure a run may appear twice, as itself and as its copy.
    const fresh = runs.filter(({ run }) => isFirst(run.id));
    const asked = handoffs.filter(({ runId, handoff }) => isFirst(`${runId}#${handoff.id}`));
    cells = mergeCells([
      ...cells,
      ...(await Promise.all(fresh.map((run) => cellOf(ports, run)))),
      ...asked.map((one: KeptHandoff) => countHandoff(one)),
    ]);
    budget.left -= runs.length + handoffs.length;
    if (after !== null && budget.left <= 0) return { cells, after };
  }
  return { cells, after: null };
}

async function cellOf({ counts, directory }: CountHourPorts, kept: KeptRun): Promise<Cell> {
  const flows = await Promise.all(kept.run.flows.map((flow) => namedFlow(directory, kept, flow)));
  return countRun({ ...kept, visitor: await markOf(counts, kept) }, flows);
}

async function markOf(
  counts: CountHourPorts['counts'],
  { tenantId, channel, run: { userId }, erasedVisitor }: KeptRun,
): Promise<string | null> {
  return userId === '' ? erasedVisitor : counts.visitorMark({ tenantId, channel, userId });
}

async function namedFlow(
  directory: CountHourPorts['directory'],
  { tenantId, conversationId }: Pick<KeptRun, 'tenantId' | 'conversationId'>,
  reached: RunFlow,
): Promise<CountedFlow> {
  const { id, version } = reached;
  const flow = await directory.findFlow(tenantId, id, { version, conversationId });
  // The versions of a flow that is deleted stay; where one is gone all the same, its runs are counted without a funnel.
  if (!flow) return { id, version, reached: [], asked: [] };
  const names = namesOfReached(flow, reached);
  const asked = names.flatMap((name) => {
    const step = flow.steps[name];
    return step?.kind === 'question' && step.measures ? [step.measures] : [];
  });
  return { id, version, reached: names, asked };
}

async function firstPage(
  { counts, nowMs }: Pick<CountPorts, 'counts' | 'nowMs'>,
  tenantId: string,
  { slots }: LocalHour,
  zone: string,
): Promise<CountPage> {
  const marks = [...(await counts.marksOf(tenantId, slots))];
  return { n: 1, zone, startedAtMs: nowMs(), marks, after: null };
}

/** Writes what was counted; what is the same by night is not written again. */
async function store(
  { counts }: Pick<CountPorts, 'counts'>,
  {
    tenantId,
    zone,
    hour,
    page,
    byNight,
  }: {
    readonly tenantId: string;
    readonly zone: string;
    readonly hour: LocalHour;
    readonly page: CountPage;
    readonly byNight: boolean;
  },
  cells: readonly Cell[],
): Promise<Omit<CountedHour, 'next'>> {
  const flows = flowsIn(cells);
  const hasAnswers = cells.some(({ of, n }) => of.kind === 'handoff' && n.taken);
  const before = await storedHour(counts, tenantId, hour);
  const isSame = JSON.stringify(before?.cells ?? []) === JSON.stringify(cells);
  const isComparable = before === undefined || before.countedBy === countedBy;
  if (byNight ? !isSame : before || cells.length > 0) {
    await counts.putHour(tenantId, hour.startMs, {
      ...{ cells, countedBy, readStartedAtMs: page.startedAtMs },
    });
    await putDay(counts, tenantId, zone, hour.date, page.startedAtMs);
  }
  // Runs that arrived during the count are marked.
  const marked = async () => page.marks.length > 0 || (await counts.marksOf(tenantId, hour.slots)).length > 0;
  return { wasWrong: !isSame && isComparable && !(await marked()), flows, hasAnswers };
}

/** Its runs are deleted within a day: counting what is left of them would take from what was. */
function isFrozen({ startMs }: LocalHour, keptDays: number, nowMs: number): boolean {
  return startMs < nowMs - (keptDays + limits.conversationGraceDays - 1) * dayMs;
}

async function storedHour(counts: RunCounts, tenantId: string, { startMs }: LocalHour) {
  return (await counts.hours(tenantId, startMs, startMs + 1)).get(startMs);
}

const dayAttempts = 20;

/** A day is the sum of its hours; a concurrent write of another hour recomputes it. */
async function putDay(counts: RunCounts, tenantId: string, zone: string, date: string, nowMs: number) {
  for (let attempt = 0; attempt < dayAttempts; attempt += 1) {
    const before = (await counts.days(tenantId, date, date)).get(date);
    const hours = await counts.hours(
      tenantId,
      dayStart(zone, date) - dayMs / 24,
      dayStart(zone, addDays(date, 1)) + dayMs / 24,
    );
    const ofDay = [...hours].filter(([startMs]) => hourStartingAt(zone, startMs).date === date);
    const cells = mergeCells(ofDay.flatMap(([, row]) => row.cells));
    if (await counts.putDay(tenantId, date, { cells, countedBy, readStartedAtMs: nowMs }, before)) return;
  }
  throw new TemporarilyUnavailableError();
}

/** A tenant has moved: what can still be counted is counted by the hours and days of its clocks now. */
async function followZone(
  counts: RunCounts,
  tenantId: string,
  zone: string,
  { keptDays, nowMs }: { readonly keptDays: number; readonly nowMs: number },
): Promise<void> {
  const before = await counts.findZone(tenantId);
  if (before === zone) return;
  const from = nowMs - (keptDays + limits.conversationGraceDays - 1) * dayMs;
  const hours = before === null ? [] : [...(await counts.hours(tenantId, from, nowMs)).keys()];
  for (const startMs of hours) {
    const { slots } = hourOf(before ?? zone, startMs + 1);
    await counts.mark(tenantId, slots);
    if (hourOf(zone, startMs).startMs !== startMs) await counts.dropHour(tenantId, startMs);
  }
  await counts.saveZone(tenantId, zone);
}
