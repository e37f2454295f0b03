import {
  comparedShares,
  type Figures,
  type VersionsAnswer,
  type VersionsQuery,
} from '../../contract/admin/reports.ts';
import { differenceOf } from '../../domain/runs/compare-shares.ts';
import { assertRange, type FiguresPorts, figuresAsOf, readRange, zoneOf } from './read-figures.ts';

/**
 * Two versions of a flow side by side, by the runs that began in the same days.
 * @throws InvalidParameterError
 */
export async function compareVersions(
  ports: FiguresPorts,
  tenantId: string,
  { flow, version, against, ...query }: VersionsQuery,
): Promise<VersionsAnswer> {
  assertRange(query);
  const zone = await zoneOf(ports, tenantId);
  const range = await readRange(ports, { tenantId, zone, ...query, flow });
  const [one, other] = [version, against].map((number) => ({
    version: number,
    figures: figuresAsOf(
      ports,
      { zone, to: query.to },
      range.all.filter(({ of }) => of.version === number),
    ),
  }));
  if (!one || !other) throw new Error('two versions are compared');
  return {
    ...{ zone, from: query.from, to: query.to, until: range.until, flow },
    versions: [one, other],
    differences: comparedShares.map((figure) => ({
      figure,
      ...differenceOf(proportion(one.figures, figure), proportion(other.figures, figure)),
    })),
  };
}

/** The runs behind a share. */
function proportion({ runs }: Figures, figure: (typeof comparedShares)[number]) {
  const parts = {
    failedShare: runs.failed,
    handedOverShare: runs.handedOver,
    abandonedShare: runs.abandoned,
    flowAloneShare: runs.flowAlone,
    containedShare: runs.ended - runs.handedOver - runs.failed,
  };
  return { part: parts[figure], of: runs.ended };
}
