import type { AgentRecord } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import type { CenterArrivals } from '../../ports/center-links.ts';
import type { Gateway } from '../gateway.ts';
import type { DeskPorts } from '../turn/change-desk.ts';
import { carryOut, noteMissing } from './carry-out.ts';
import { inOrder } from './in-order.ts';

export type AnswerPorts = DeskPorts & Pick<Gateway, 'centerLinks'>;

/**
 * Carries out what a contact center has sent, in the order of its positions: what comes before something that is missing
 * waits for that, ten seconds at most.
 * @throws VersionConflictError when another delivery of it is being carried out
 * @see handoff.md 4.2
 */
export async function answerFromCenter(gateway: AnswerPorts, record: AgentRecord): Promise<void> {
  const { tenantId, handoffId, position } = record;
  const hasOrder = position !== undefined || record.doings.some(({ type }) => type === 'goes-on');
  if (!hasOrder) return carryOut(gateway, record);
  const before = (await gateway.centerLinks.findArrivals(record)) ?? {
    ...{ tenantId, handoffId, version: 0, position: 0, parked: [] },
  };
  const { ready, parked } = inOrder(before, record);
  let { version } = before;
  if (parked) await park(gateway, { ...before, version: version + 1, parked }, record);
  for (const each of ready) {
    if (each.followsGap) await noteMissing(gateway, each.record);
    await carryOut(gateway, each.record);
    version += 1;
    await gateway.centerLinks.saveArrivals({ ...each.arrivals, version });
  }
}

/** It comes again with what is missing, or when that has been waited for long enough. */
async function park(
  gateway: AnswerPorts,
  arrivals: CenterArrivals,
  { tenantId, conversationId, handoffId, accountId, position = 0, turnId }: AgentRecord,
): Promise<void> {
  const nowMs = gateway.nowMs();
  const tells = { type: 'gap' as const, position, untilMs: nowMs + limits.centerGapMs };
  const gap = { kind: 'center' as const, tenantId, conversationId, handoffId, accountId, atMs: nowMs, tells };
  // First: what is parked must never be forgotten.
  await gateway.centers.wake(gap, `gap-${turnId}`);
  await gateway.centerLinks.saveArrivals(arrivals);
}
