import type { LiveChange } from '../../../contract/admin/flows.ts';
import { NoCanaryError } from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import type { Preconditions } from '../preconditions.ts';
import { liveOf, loadKnownFlow } from './flow-records.ts';
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
  const { version: before, canary } = liveOf(stored);
  if (!canary || before === null) throw new NoCanaryError(flowId);
  const version = action === 'promote' ? canary.version : before;
  const changes = [
    { path: 'live.version', before, after: version },
    { path: 'live.canary', before: canary, after: null },
  ];
  const change = { action: `flow.${action}-canary`, resource: { kind: 'flow', id: flowId }, changes };
  return audited(admin, caller, change, () =>
    moveLive(admin, caller, stored, { version, canary: null }, version),
  );
}
