import type { RefusalsAnswer, RefusalsQuery } from '../../contract/admin/refusals.ts';
import { limits } from '../../contract/limits.ts';
import { refusalLimits } from '../../contract/refusal-limits.ts';
import { addRefused, mostFirst, readKind } from '../../domain/refused.ts';
import type { RefusedDays } from '../../ports/refusal-counts.ts';
import { assertRange, daysOf, type FiguresPorts } from './read-figures.ts';

/** What reading refusals takes. */
export type RefusalPorts = Pick<FiguresPorts, 'directory'> & {
  readonly refusedDays: RefusedDays;
};

/**
 * Requests of visitors that were refused in a range of days on the tenant's clocks, by code and site.
 * @throws InvalidParameterError
 * @see handoff.md 6.4
 */
export async function readRefusals(
  ports: RefusalPorts,
  tenantId: string,
  { from, to }: RefusalsQuery,
): Promise<RefusalsAnswer> {
  assertRange({ from, to });
  const tenant = await ports.directory.findTenant(tenantId);
  const days = await ports.refusedDays.read(tenantId, daysOf(from, to));
  const counted = addRefused(
    days.map(({ refused }) => refused),
    refusalLimits.sitesShown,
  );
  const rows = [...counted]
    .sort(mostFirst)
    .map(([kind, [count, messages]]) => ({ ...readKind(kind), count, messages }));
  const latest = Math.max(...days.map(({ writtenAtMs }) => writtenAtMs));
  const sum = (of: 'count' | 'messages') => rows.reduce((all, row) => all + row[of], 0);
  return {
    ...{ zone: tenant?.time_zone ?? 'UTC', from, to },
    until: days.length === 0 ? null : new Date(latest).toISOString(),
    keptDays: tenant?.retention_days ?? limits.logRetentionDays,
    total: { count: sum('count'), messages: sum('messages') },
    rows,
  };
}
