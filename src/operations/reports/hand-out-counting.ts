import { runLimits } from '../../contract/run-limits.ts';
import type { RunTask } from '../../contract/run-tasks.ts';
import { hourOf } from '../../domain/runs/local-time.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Mark, RunCounts } from '../../ports/runs.ts';
import { quietMs } from './roll-up-hour.ts';

/** What handing out takes. */
export interface HandOutPorts {
  readonly counts: Pick<RunCounts, 'marks' | 'hours' | 'beginNight'>;
  readonly directory: Pick<Directory, 'findTenant' | 'listTenants'>;
  readonly tasks: { handOut(tasks: readonly RunTask[]): Promise<void> };
  readonly nowMs: () => number;
}

/** The hour of the night, UTC, in which all that is young is counted again. */
const nightHour = 2;
/** An hour that changes all the time is counted this often. */
const everyMs = 4 * 60_000;

/**
 * Hands out each hour that has changed since it was counted, one a task: when it has been quiet for a minute, and, since
 * that of a busy tenant never is, when it was not counted lately. Once a night the last two days of everybody.
 * @see handoff.md 6.3
 */
export async function handOutCounting(ports: HandOutPorts): Promise<{ readonly hours: number }> {
  const { counts, tasks, nowMs } = ports;
  let hours = 0;
  for (let shard = 0; shard < runLimits.markShards; shard += 1) {
    let next: unknown = null;
    do {
      const page = await counts.marks(shard, next);
      const due = await dueHours(ports, page.marks);
      await tasks.handOut(due.map(({ tenantId, slotMs }) => ({ kind: 'roll-up', tenantId, slotMs })));
      hours += due.length;
      next = page.next;
    } while (next !== null);
  }
  const now = new Date(nowMs());
  if (now.getUTCHours() === nightHour && (await counts.beginNight(now.toISOString().slice(0, 10)))) {
    const tenants = await ports.directory.listTenants();
    await tasks.handOut(tenants.map(({ id }) => ({ kind: 'recount', tenantId: id })));
  }
  return { hours };
}

/** One mark of each hour. */
async function dueHours({ counts, directory, nowMs }: HandOutPorts, marks: readonly Mark[]) {
  const hours = new Map<string, { readonly first: Mark; readonly startMs: number; isQuiet: boolean }>();
  for (const mark of marks) {
    const tenant = await directory.findTenant(mark.tenantId);
    const { startMs } = hourOf(tenant?.time_zone ?? 'UTC', mark.slotMs);
    const key = `${mark.tenantId}#${startMs}`;
    const isQuiet = mark.atMs <= nowMs() - quietMs;
    const known = hours.get(key);
    if (known) known.isQuiet ||= isQuiet;
    else hours.set(key, { first: mark, startMs, isQuiet });
  }
  const due = await Promise.all(
    [...hours.values()].map(async ({ first, startMs, isQuiet }) => {
      if (isQuiet) return [first];
      const stored = (await counts.hours(first.tenantId, startMs, startMs + 1)).get(startMs);
      return !stored || stored.readStartedAtMs <= nowMs() - everyMs ? [first] : [];
    }),
  );
  return due.flat();
}
