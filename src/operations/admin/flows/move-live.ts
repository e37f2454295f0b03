import type { CanaryVerdict, FlowLive, LiveChange } from '../../../contract/admin/flows.ts';
import { PreconditionFailedError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { Admin, Answer, Changer } from '../admin.ts';
import { etagOf, expectedOf, liveOf, loadKnownFlow, type StoredFlow } from './flow-records.ts';
import { draftOf } from './read-draft.ts';

/**
 * Has visitors meet another version, if nobody has moved them meanwhile; then says so to every process.
 * @param version the one that the caller speaks of
 * @throws PreconditionFailedError
 */
export async function moveLive(
  admin: Pick<Admin, 'records' | 'nowMs'>,
  { tenantId, id, email }: Pick<Changer, 'tenantId' | 'id' | 'email'>,
  stored: StoredFlow,
  live: FlowLive & { readonly rolledBackFrom?: number; readonly canaryEnded?: CanaryVerdict },
  version: number,
): Promise<Answer<LiveChange>> {
  const { flowId } = stored;
  const record = {
    sk: directoryKeys.published(flowId),
    attributes: {
      document: live.version,
      ...(live.canary && { canary: live.canary }),
      ...(live.rolledBackFrom !== undefined && { rolledBackFrom: live.rolledBackFrom }),
      ...(live.canaryEnded && { canaryEnded: live.canaryEnded }),
      by: { id, email },
      at: new Date(admin.nowMs()).toISOString(),
    },
  };
  const revision = await admin.records.write(tenantId, record, expectedOf(stored.pointer));
  if (revision === null) {
    const now = await loadKnownFlow(admin, tenantId, flowId);
    throw new PreconditionFailedError(etagOf(now), await draftOf(admin, tenantId, now));
  }
  await admin.records.stamp(tenantId);
  const moved = { ...stored, pointer: { ...record, revision } };
  return { body: { flowId, version, live: liveOf(moved) }, etag: etagOf(moved) };
}
