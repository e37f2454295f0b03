import type { Figures } from '../../contract/admin/reports.ts';
import type { Directory } from '../../ports/directory.ts';
import { inLanes, valuesOf } from '../in-lanes.ts';
import { assertRange, type FiguresPorts, figuresAsOf, readRange } from './read-figures.ts';

/** The figures of one tenant among others. */
export interface TenantFigures {
  readonly tenantId: string;
  readonly figures: Figures;
}

/**
 * What became of every tenant's conversations on the same days, each on its own clocks; the dearest first.
 * @throws InvalidParameterError
 */
export async function figuresOfTenants(
  ports: FiguresPorts & { readonly directory: Pick<Directory, 'listTenants'> },
  range: { readonly from: string; readonly to: string },
): Promise<readonly TenantFigures[]> {
  assertRange(range);
  const tenants = await ports.directory.listTenants();
  const found = await inLanes(tenants, async ({ id: tenantId, time_zone: zone = 'UTC' }) => {
    const { all } = await readRange(ports, { ...range, tenantId, zone });
    return { tenantId, figures: figuresAsOf(ports, { zone, to: range.to }, all) };
  });
  return valuesOf(found).sort(
    (a, b) => b.figures.costUsd - a.figures.costUsd || (a.tenantId < b.tenantId ? -1 : 1),
  );
}
