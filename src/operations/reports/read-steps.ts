import type { StepsAnswer, StepsQuery } from '../../contract/admin/reports.ts';
import { sumOfCells } from '../../domain/runs/cells.ts';
import { assertRange, type FiguresPorts, readRange, zoneOf } from './read-figures.ts';

/** `reached support@7/ask_order` */
const stepCount = /^(reached|left) (.+)@(\d+)\/(.+)$/s;

/**
 * How far the runs of a flow have come: each step with the runs that reached it, a loop once, and those that were left there.
 * Where other flows call it, their runs are among them.
 * @throws InvalidParameterError
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
