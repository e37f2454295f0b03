import { randomUUID } from 'node:crypto';
import type { CanaryVerdict } from '../../contract/admin/flows.ts';
import { sumOfCells } from '../../domain/runs/cells.ts';
import { judgeCanary } from '../../domain/runs/judge-canary.ts';
import { hourOf } from '../../domain/runs/local-time.ts';
import type { RunCounts } from '../../ports/runs.ts';
import type { Admin, Changer } from '../admin/admin.ts';
import { endCanaryByItself } from '../admin/flows/end-canary.ts';
import { changeOf, liveOf, loadFlow, type StoredFlow } from '../admin/flows/flow-records.ts';
import { type AnnouncePorts, announceCanaryEnd } from './announce-canary-end.ts';
import { type FiguresPorts, zoneOf } from './read-figures.ts';

/** What judging canaries takes. */
export type JudgePorts = Pick<Admin, 'records' | 'audit' | 'random' | 'log' | 'nowMs'> &
  Pick<FiguresPorts, 'directory'> &
  AnnouncePorts & { readonly counts: Pick<RunCounts, 'hours'> };

const hourMs = 60 * 60_000;
/** Runs of before tell nothing new; so many hours are read at most. */
const mostMs = 31 * 24 * hourMs;

/**
 * Ends the canaries of these flows whose runs say so: one in whose runs the flow raises more often than in those of the
 * version beside it is met by nobody new, and one that has stood its time by all. Either is announced.
 * @see design 9 "Flows"
 */
export async function judgeCanaries(
  ports: JudgePorts,
  tenantId: string,
  flowIds: readonly string[],
): Promise<void> {
  for (const flowId of flowIds) {
    const stored = await loadFlow(ports, tenantId, flowId);
    const hasEnded = await judgeFlow(ports, tenantId, stored);
    await announceCanaryEnd(ports, tenantId, hasEnded ? await loadFlow(ports, tenantId, flowId) : stored);
  }
}

/** @returns whether its canary is ended by this */
async function judgeFlow(ports: JudgePorts, tenantId: string, stored: StoredFlow): Promise<boolean> {
  const { counts, log, nowMs } = ports;
  const { flowId } = stored;
  const { version, canary } = liveOf(stored);
  const begunMs = Date.parse(changeOf(stored.pointer).at ?? '');
  if (!canary || version === null || Number.isNaN(begunMs)) return false;
  const sinceMs = Math.max(begunMs, nowMs() - mostMs);
  // The hour in which it began: what ran in that before is of the version beside it.
  const { startMs } = hourOf(await zoneOf(ports, tenantId), sinceMs);
  const hours = await counts.hours(tenantId, startMs, nowMs() + 1);
  const cells = [...hours.values()].flatMap((row) => row.cells);
  const runsOf = (number: number) => {
    const own = cells.filter(({ of }) => of.kind === 'run' && of.flow === flowId && of.version === number);
    const { raised = 0, started = 0 } = sumOfCells(own).n;
    return { part: raised, of: started };
  };
  const [raised, against] = [runsOf(canary.version), runsOf(version)];
  const { promoteAfterHours } = canary;
  const isDue = promoteAfterHours !== undefined && begunMs + promoteAfterHours * hourMs <= nowMs();
  const action = judgeCanary({ canary: raised, live: against, isDue });
  if (action === null) return false;
  const verdict: CanaryVerdict = {
    ...{ version: canary.version, action, raised, against },
    at: new Date(nowMs()).toISOString(),
  };
  const isEnded = await endCanaryByItself(ports, gatewayItself(tenantId), stored, verdict);
  if (isEnded)
    log.warn('a canary has ended by itself', { tenantId, flowId, version: canary.version, action });
  return isEnded;
}

/** Who does it, in the audit trail. */
const gatewayItself = (tenantId: string): Changer => ({
  ...{ id: 'gateway', email: null, name: null, role: 'service', sourceIp: '' },
  ...{ tenantId, homeTenantId: tenantId, correlationId: randomUUID() },
});
