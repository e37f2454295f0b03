import type { LiveChange } from '../../../contract/admin/flows.ts';
import {
  PreconditionFailedError,
  PreconditionRequiredError,
  VersionNotFoundError,
} from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import type { Preconditions } from '../preconditions.ts';
import { etagOf, findDefinition, knowsLive, liveOf, loadKnownFlow, type StoredFlow } from './flow-records.ts';
import { moveLive } from './move-live.ts';
import { draftOf } from './read-draft.ts';

/**
 * Has visitors meet an earlier version again, all of them: a canary ends with it. The draft is left alone.
 * @throws FlowNotFoundError, VersionNotFoundError, PreconditionRequiredError, PreconditionFailedError
 */
export async function rollBackFlow(
  admin: Admin,
  caller: AdminCaller,
  { flowId, version, ifMatch }: Preconditions & { flowId: string; version: number },
): Promise<Answer<LiveChange>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  await assertKnowsLive(admin, tenantId, stored, ifMatch);
  if (!(await findDefinition(admin, tenantId, flowId, version)))
    throw new VersionNotFoundError(flowId, version);
  const { version: before } = liveOf(stored);
  const changes = [{ path: 'live.version', before, after: version }];
  const change = { action: 'flow.roll-back', resource: { kind: 'flow', id: flowId }, changes };
  // Or the command line's next application of a folder would undo it.
  const rolledBackFrom = Math.max(before ?? 0, Number(stored.pointer?.attributes.rolledBackFrom ?? 0));
  const live = { version, canary: null, ...(rolledBackFrom > version && { rolledBackFrom }) };
  return audited(admin, caller, change, () => moveLive(admin, caller, stored, live, version));
}

/**
 * What an editor types meanwhile must not stand in the way of a way back.
 * @throws PreconditionRequiredError, PreconditionFailedError when another version is live than the caller has seen
 */
export async function assertKnowsLive(
  admin: Admin,
  tenantId: string,
  stored: StoredFlow,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) throw new PreconditionRequiredError();
  if (!knowsLive(ifMatch, stored))
    throw new PreconditionFailedError(etagOf(stored), await draftOf(admin, tenantId, stored));
}
