import { hourOf } from '../../domain/runs/local-time.ts';
import { slotMs } from '../../domain/runs/slots.ts';
import { type CountPorts, rollUpHour } from './roll-up-hour.ts';

const nightHours = 48;

/**
 * Counts the last two days of a tenant once more, whatever is marked: what is another number then is right now, and is
 * told, since a mark must have been lost.
 * @see handoff.md 6.3
 */
export async function recount(ports: CountPorts, tenantId: string, hoursBack = nightHours): Promise<void> {
  const { counts, directory, metrics, log, nowMs } = ports;
  const sinceMs = nowMs() - hoursBack * 4 * slotMs;
  if (!(await counts.hasBeenActive(tenantId, sinceMs))) return;
  const zone = (await directory.findTenant(tenantId))?.time_zone ?? 'UTC';
  for (let at = sinceMs; at <= nowMs(); ) {
    const hour = hourOf(zone, at);
    const { wasWrong } = await rollUpHour(ports, { tenantId, slotMs: at });
    if (wasWrong) {
      metrics.count('HoursMiscounted', {});
      log.error('an hour of the reports had been counted wrongly', undefined, { tenantId, hour: hour.at });
    }
    at = (hour.slots.at(-1) ?? at) + slotMs;
  }
}
