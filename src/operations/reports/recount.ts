import type { RecountTask, RollUpTask, RunTask } from '../../contract/run-tasks.ts';
import { hourOf } from '../../domain/runs/local-time.ts';
import { slotMs } from '../../domain/runs/slots.ts';
import type { Budget } from './count-hour.ts';
import { type CountPorts, rollUpHour } from './roll-up-hour.ts';

const nightHours = 48;
/** Most hours are empty, and each is some reads one after the other. */
const hoursAtOnce = 4;

/**
 * Counts the last two days of a tenant once more, whatever is marked: what is another number then is right now, and is
 * told, since a mark must have been lost.
 * @returns what the budget does not reach for: great hours to be counted on, and the hours behind
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
        if (hour.wasWrong) await tellMiscount(ports, { tenantId, slotMs: slot });
        return hour;
      }),
    );
    left.push(...counted.flatMap(({ next }) => next ?? []));
  }
  return left;
}

/** An hour had been counted wrongly, and is right now. */
export async function tellMiscount(
  { directory, metrics, log }: Pick<CountPorts, 'directory' | 'metrics' | 'log'>,
  { tenantId, slotMs: slot }: Pick<RollUpTask, 'tenantId' | 'slotMs'>,
): Promise<void> {
  metrics.count('HoursMiscounted', {});
  const hour = hourOf((await directory.findTenant(tenantId))?.time_zone ?? 'UTC', slot).at;
  log.error('an hour of the reports had been counted wrongly', undefined, { tenantId, hour });
}
