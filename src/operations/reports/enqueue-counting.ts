import { type RecountTask, type RollUpTask, type RunTask, runLimits } from '../../contract/runs.ts';
import { slotMs } from '../../domain/runs/cells.ts';
import { hourOf } from '../../domain/runs/local-time.ts';
import type { Directory } from '../../ports/directory.ts';
import { type Mark, nightEnd, type RunCounts } from '../../ports/runs.ts';
import { inPieces, runConcurrently, throwFirst, valuesOf } from '../run-concurrently.ts';
import { type Budget, type CountPorts, quietMs, rollUpHour } from './roll-up-hour.ts';

/** What enqueueing uses. */
export interface EnqueuePorts {
  readonly counts: Pick<RunCounts, 'marks' | 'hours' | 'findNight' | 'saveNight'>;
  readonly directory: Pick<Directory, 'findTenant' | 'listTenants'>;
  readonly tasks: { enqueue(tasks: readonly RunTask[]): Promise<void> };
  readonly nowMs: () => number;
}

/** The hour of the night, UTC, from which on all that is young is counted again. */
const nightHour = 2;
/** An hour that changes all the time is counted this often. */
const everyMs = 4 * 60_000;
/** Tasks of one call of the queue. */
const tasksPerCall = 10;
/** The tenants after which the nightly recount continues after a crash. */
const tenantsPerStep = 500;

/**
 * Enqueues each hour that has changed since it was counted, one per task: once it has been quiet for a minute, or,
 * for always busy tenants, when it wasn't counted recently. Once a night, it enqueues the last two days of every
 * tenant.
 * @see handoff.md 6.3
 */
export async function enqueueCounting(ports: EnqueuePorts): Promise<{ readonly hours: number }> {
  const { counts } = ports;
  let hours = 0;
  for (let shard = 0; shard < runLimits.markShards; shard += 1) {
    let next: unknown = null;
    do {
      const page = await counts.marks(shard, next);
      const due = await dueHours(ports, page.marks);
      await enqueueAll(
        ports,
        due.map(({ tenantId, slotMs }) => ({ kind: 'roll-up', tenantId, slotMs })),
      );
      hours += due.length;
      next = page.next;
    } while (next !== null);
  }
  await enqueueNight(ports);
  return { hours };
}

/** Enqueued concurrently: ten thousand tenants are a thousand calls. */
async function enqueueAll({ tasks }: Pick<EnqueuePorts, 'tasks'>, all: readonly RunTask[]): Promise<void> {
  throwFirst(await runConcurrently(inPieces(all, tasksPerCall), (some) => tasks.enqueue(some)));
}

/** The next run continues a night's unfinished enqueueing. */
async function enqueueNight(ports: EnqueuePorts): Promise<void> {
  const { counts, directory, nowMs } = ports;
  const now = new Date(nowMs());
  if (now.getUTCHours() < nightHour) return;
  const night = now.toISOString().slice(0, 10);
  const before = await counts.findNight(night);
  if (before === nightEnd) return;
  const ids = (await directory.listTenants()).map(({ id }) => id).filter((id) => id > (before ?? ''));
  for (const some of inPieces(ids, tenantsPerStep)) {
    await enqueueAll(
      ports,
      some.map((tenantId) => ({ kind: 'recount', tenantId })),
    );
    await counts.saveNight(night, some.at(-1) ?? '');
  }
  await counts.saveNight(night, nightEnd);
}

/** One mark of each hour. */
async function dueHours(ports: EnqueuePorts, marks: readonly Mark[]): Promise<readonly Mark[]> {
  const { counts, directory, nowMs } = ports;
  const ids = [...new Set(marks.map(({ tenantId }) => tenantId))];
  const found = await runConcurrently(
    ids,
    async (id) => [id, (await directory.findTenant(id))?.time_zone] as const,
  );
  const zones = new Map(valuesOf(found));
  const hours = new Map<string, { readonly first: Mark; readonly startMs: number; isQuiet: boolean }>();
  const starts = new Map<string, number>();
  for (const mark of marks) {
    const zone = zones.get(mark.tenantId) ?? 'UTC';
    // Calendars are slow, and most tenants share a few zones.
    const quarter = `${zone}#${mark.slotMs}`;
    const startMs = starts.get(quarter) ?? hourOf(zone, mark.slotMs).startMs;
    starts.set(quarter, startMs);
    const key = `${mark.tenantId}#${startMs}`;
    const isQuiet = mark.atMs <= nowMs() - quietMs;
    const known = hours.get(key);
    if (known) known.isQuiet ||= isQuiet;
    else hours.set(key, { first: mark, startMs, isQuiet });
  }
  const due = await runConcurrently([...hours.values()], async ({ first, startMs, isQuiet }) => {
    if (isQuiet) return [first];
    const stored = (await counts.hours(first.tenantId, startMs, startMs + 1)).get(startMs);
    return !stored || stored.readStartedAtMs <= nowMs() - everyMs ? [first] : [];
  });
  return valuesOf(due).flat();
}

const nightHours = 48;
/** Most hours are empty, and each is some reads one after the other. */
const hoursAtOnce = 4;

/**
 * Counts the last two days of a tenant again, whether marked or not. A differing count is corrected and reported,
 * since a mark must have been lost.
 * @returns what exceeds the budget: the rest of large hours, and the hours after them
 * @see handoff.md 6.3
 */
export async function recount(
  ports: CountPorts,
  { tenantId, fromMs }: Omit<RecountTask, 'kind'>,
  budget: Budget = { left: Number.POSITIVE_INFINITY },
): Promise<readonly RunTask[]> {
  const { counts, directory, nowMs } = ports;
  const sinceMs = fromMs ?? nowMs() - nightHours * 4 * slotMs;
  if (fromMs === undefined && !(await counts.hasBeenActive(tenantId, sinceMs))) return [];
  const zone = (await directory.findTenant(tenantId))?.time_zone ?? 'UTC';
  const left: RunTask[] = [];
  for (let at = sinceMs; at <= nowMs(); ) {
    if (budget.left <= 0) return [...left, { kind: 'recount', tenantId, fromMs: at }];
    const some: number[] = [];
    for (; some.length < hoursAtOnce && at <= nowMs(); at = (hourOf(zone, at).slots.at(-1) ?? at) + slotMs)
      some.push(at);
    const counted = await Promise.all(
      some.map(async (slot) => {
        const hour = await rollUpHour(ports, { tenantId, slotMs: slot, byNight: true }, budget);
        if (hour.wasWrong) await reportMiscount(ports, { tenantId, slotMs: slot });
        return hour;
      }),
    );
    left.push(...counted.flatMap(({ next }) => next ?? []));
  }
  return left;
}

/** An hour had been counted wrongly, and is right now. */
export async function reportMiscount(
  { directory, metrics, log }: Pick<CountPorts, 'directory' | 'metrics' | 'log'>,
  { tenantId, slotMs: slot }: Pick<RollUpTask, 'tenantId' | 'slotMs'>,
): Promise<void> {
  metrics.count('HoursMiscounted', {});
  const hour = hourOf((await directory.findTenant(tenantId))?.time_zone ?? 'UTC', slot).at;
  log.error('an hour of the reports had been counted wrongly', undefined, { tenantId, hour });
}
