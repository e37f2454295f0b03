import type { CanaryVerdict, LiveChange } from '../../../contract/admin/flows.ts';
import { NoCanaryError, PreconditionFailedError } from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer, Changer } from '../admin.ts';
import { audited } from '../audited.ts';
import type { Preconditions } from '../preconditions.ts';
import { liveOf, loadKnownFlow, type StoredFlow } from './flow-records.ts';
import { moveLive } from './move-live.ts';
import { assertKnowsLive } from './roll-back-flow.ts';

/**
 * Ends a canary: everybody new meets its version, or nobody does.
 * @throws FlowNotFoundError, NoCanaryError, PreconditionRequiredError, PreconditionFailedError
 */
export async function endCanary(
  admin: Admin,
  caller: AdminCaller,
  { flowId, action, ifMatch }: Preconditions & { flowId: string; action: 'promote' | 'cancel' },
): Promise<Answer<LiveChange>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  await assertKnowsLive(admin, tenantId, stored, ifMatch);
  return end(admin, caller, stored, { action });
}

/**
 * Ends a canary because of what its runs have come to; not one that somebody has ended meanwhile.
 * @returns whether it was ended by this
 */
export async function endCanaryByItself(
  admin: EndPorts,
  caller: Changer,
  stored: StoredFlow,
  verdict: CanaryVerdict,
): Promise<boolean> {
  const { action, raised, against } = verdict;
  const note = `the flow raised in ${raised.part} of ${raised.of} runs, beside ${against.part} of ${against.of}`;
  try {
    await end(admin, caller, stored, { action, note, verdict });
    return true;
  } catch (error) {
    if (error instanceof PreconditionFailedError) return false;
    throw error;
  }
}

type EndPorts = Pick<Admin, 'records' | 'audit' | 'nowMs' | 'random' | 'log'>;

async function end(
  admin: EndPorts,
  caller: Changer,
  stored: StoredFlow,
  how: {
    readonly action: 'promote' | 'cancel';
    readonly note?: string;
    readonly verdict?: CanaryVerdict;
  },
): Promise<Answer<LiveChange>> {
  const { flowId } = stored;
  const { action, note, verdict } = how;
  const { version: before, canary } = liveOf(stored);
  if (!canary || before === null) throw new NoCanaryError(flowId);
  const version = action === 'promote' ? canary.version : before;
  const changes = [
    { path: 'live.version', before, after: version },
    { path: 'live.canary', before: canary, after: null },
  ];
  const change = {
    ...{ action: `flow.${action}-canary`, resource: { kind: 'flow', id: flowId }, changes },
    ...(note !== undefined && { note }),
  };
  const live = { version, canary: null, ...(verdict && { canaryEnded: verdict }) };
  return audited(admin, caller, change, () => moveLive(admin, caller, stored, live, version));
}
