import type { RefusalsAnswer, RefusalsQuery } from '../../contract/admin/reports.ts';
import {
  comparedShares,
  type Figures,
  type LabelsAnswer,
  type LabelsQuery,
  type StepsAnswer,
  type StepsQuery,
  type VersionsAnswer,
  type VersionsQuery,
} from '../../contract/admin/reports.ts';
import { limits, refusalLimits } from '../../contract/limits.ts';
import { addRefused, mostFirst, readKind } from '../../domain/errors.ts';
import { differenceOf } from '../../domain/runs/canary.ts';
import { type Cell, sumOfCells } from '../../domain/runs/cells.ts';
import { labelCount } from '../../domain/runs/count-run.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Refusals } from '../../ports/runs.ts';
import { runConcurrently, valuesOf } from '../run-concurrently.ts';
import { assertRange, daysOf, type FiguresPorts, figuresAsOf, readRange, zoneOf } from './read-figures.ts';

/** `reached support@7/ask_order` */
const stepCount = /^(reached|left) (.+)@(\d+)\/(.+)$/s;

/**
 * Returns how far the runs of a flow got: for each step the runs that reached it (once per run) and those that
 * ended there. If other flows call it, their runs are included.
 * @throws `invalid_parameter`
 */
export async function readSteps(
  ports: FiguresPorts,
  tenantId: string,
  { flow, version, ...query }: StepsQuery,
): Promise<StepsAnswer> {
  assertRange(query);
  const zone = await zoneOf(ports, tenantId);
  const range = await readRange(ports, { tenantId, zone, ...query });
  const own = range.all.filter(
    ({ of }) => of.kind === 'run' && of.flow === flow && (version === undefined || of.version === version),
  );
  const started = sumOfCells(own).n.started ?? 0;
  const steps = new Map<string, { version: number; stepId: string; reached: number; left: number }>();
  for (const [name, count] of Object.entries(sumOfCells(range.all).n)) {
    const [, what, id, of, stepId = ''] = stepCount.exec(name) ?? [];
    if (id !== flow || (version !== undefined && Number(of) !== version)) continue;
    const step = steps.get(`${of}/${stepId}`) ?? { version: Number(of), stepId, reached: 0, left: 0 };
    if (what === 'reached') step.reached += count;
    else step.left += count;
    steps.set(`${of}/${stepId}`, step);
  }
  return {
    ...{ zone, from: query.from, to: query.to, until: range.until, flow, started },
    steps: [...steps.values()]
      .sort((a, b) => b.version - a.version || b.reached - a.reached || (a.stepId < b.stepId ? -1 : 1))
      .map((step) => ({
        ...step,
        reachedShare: started === 0 ? null : Math.min(1, step.reached / started),
        leavingShare: step.reached === 0 ? null : step.left / step.reached,
      })),
  };
}

/**
 * Returns how many runs of each day had each label.
 * @throws `invalid_parameter`
 */
export async function readLabelCounts(
  ports: FiguresPorts,
  tenantId: string,
  query: LabelsQuery,
): Promise<LabelsAnswer> {
  assertRange(query);
  const tenant = await ports.directory.findTenant(tenantId);
  const { time_zone: zone = 'UTC', labels: known = [] } = tenant ?? {};
  const range = await readRange(ports, { tenantId, zone, ...query });
  const countsIn = (cells: readonly Cell[]) =>
    Object.entries(sumOfCells(cells).n).flatMap(([name, runs]) =>
      name.startsWith(labelCount) ? [{ id: name.slice(labelCount.length), runs }] : [],
    );
  const started = sumOfCells(range.all).n.started ?? 0;
  return {
    ...{ zone, from: query.from, to: query.to, until: range.until, started },
    labels: countsIn(range.all)
      .sort((a, b) => b.runs - a.runs || (a.id < b.id ? -1 : 1))
      .map(({ id, runs }) => ({
        ...{ id, name: known.find((label) => label.id === id)?.name ?? null, runs },
        share: started === 0 ? null : runs / started,
      })),
    days: range.parts.flatMap(({ date, cells }) => countsIn(cells).map((counted) => ({ date, ...counted }))),
  };
}

/** What reading rejections uses. */
export type RefusalPorts = Pick<FiguresPorts, 'directory'> & {
  readonly refusals: Pick<Refusals, 'read'>;
};

/**
 * Requests of visitors that were refused in a range of days on the tenant's clocks, by code and site.
 * @throws `invalid_parameter`
 * @see handoff.md 6.4
 */
export async function readRefusals(
  ports: RefusalPorts,
  tenantId: string,
  { from, to }: RefusalsQuery,
): Promise<RefusalsAnswer> {
  assertRange({ from, to });
  const tenant = await ports.directory.findTenant(tenantId);
  const days = await ports.refusals.read(tenantId, daysOf(from, to));
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

/**
 * Two versions of a flow side by side, by the runs that began in the same days.
 * @throws `invalid_parameter`
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

/** The figures of one tenant among others. */
export interface TenantFigures {
  readonly tenantId: string;
  readonly figures: Figures;
}

/**
 * Returns the outcomes of every tenant's conversations on the same days, each in its own time zone, highest cost
 * first.
 * @throws `invalid_parameter`
 */
export async function figuresOfTenants(
  ports: FiguresPorts & { readonly directory: Pick<Directory, 'listTenants'> },
  range: { readonly from: string; readonly to: string },
): Promise<readonly TenantFigures[]> {
  assertRange(range);
  const tenants = await ports.directory.listTenants();
  const found = await runConcurrently(tenants, async ({ id: tenantId, time_zone: zone = 'UTC' }) => {
    const { all } = await readRange(ports, { ...range, tenantId, zone });
    return { tenantId, figures: figuresAsOf(ports, { zone, to: range.to }, all) };
  });
  return valuesOf(found).sort(
    (a, b) => b.figures.costUsd - a.figures.costUsd || (a.tenantId < b.tenantId ? -1 : 1),
  );
}
