import { directoryKeys } from '../../../domain/directory-keys.ts';
import { inUse, preconditionFailed } from '../../../domain/problems.ts';
import { type Admin, type AdminCaller, assertMatch, type Preconditions } from '../admin.ts';
import { audited } from '../audit.ts';
import { etagOf, expectedOf, liveOf, loadFlow, loadKnownFlow } from './flow-records.ts';
import { findFlowUsers } from './read-flows.ts';

/**
 * Deletes an unused flow. Its versions stay for conversations in progress; a new flow with its ID continues their
 * numbers.
 * @throws `flow_not_found`, `precondition_required`, `precondition_failed`, `in_use`
 */
export async function deleteFlow(
  admin: Admin,
  caller: AdminCaller,
  { flowId, ...preconditions }: Preconditions & { flowId: string },
): Promise<void> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  assertMatch(preconditions, etagOf(stored));
  const usedBy = (await findFlowUsers(admin, tenantId)).get(flowId) ?? [];
  if (usedBy.length > 0) throw inUse('flow', flowId, [...usedBy]);
  const { version } = liveOf(stored);
  const changes = [{ path: 'live.version', before: version, after: null }];
  const change = { action: 'flow.delete', resource: { kind: 'flow', id: flowId }, changes };
  await audited(admin, caller, change, async () => {
    const remove = async (sk: string, record: typeof stored.draft) =>
      record === null || (await admin.records.remove(tenantId, sk, expectedOf(record)));
    const isGone =
      (await remove(directoryKeys.published(flowId), stored.pointer)) &&
      (await remove(directoryKeys.draft(flowId), stored.draft));
    await admin.records.renewCacheVersion(tenantId);
    if (!isGone) throw preconditionFailed(etagOf(await loadFlow(admin, tenantId, flowId)));
  });
}
