import type { Draft, NewFlow } from '../../../contract/admin/flows.ts';
import { AlreadyExistsError } from '../../../domain/admin-errors.ts';
import { fingerprintOf } from '../../derive-id.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { changeOf, etagOf, loadFlow, type StoredFlow } from './flow-records.ts';
import { draftOf } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Makes a flow: a draft, and nothing that visitors meet.
 * @throws AlreadyExistsError
 */
export async function createFlow(
  admin: Admin,
  caller: AdminCaller,
  { id: flowId, ...content }: NewFlow,
): Promise<Answer<Draft>> {
  const { tenantId } = caller;
  const stored = await loadFlow(admin, tenantId, flowId);
  const answer = async (flow: StoredFlow) => ({
    body: await draftOf(admin, tenantId, flow),
    etag: etagOf(flow),
  });
  // Whoever asks again has not heard the answer.
  const isOwn = !stored.pointer && changeOf(stored.draft).by?.id === caller.id;
  if (isOwn && fingerprintOf(stored.draft?.attributes.content) === fingerprintOf(content))
    return answer(stored);
  if (stored.pointer || stored.draft) throw new AlreadyExistsError('flow', flowId);
  const change = { action: 'flow.create', resource: { kind: 'flow', id: flowId } };
  return audited(admin, caller, change, async () => {
    const created = await writeDraft(admin, caller, stored, content);
    if (!created) throw new AlreadyExistsError('flow', flowId);
    return answer(created);
  });
}
