import type { Draft, DraftContent } from '../../../contract/admin/flows.ts';
import { PreconditionFailedError } from '../../../domain/admin-errors.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { findDocumentChanges } from '../find-changes.ts';
import { assertMatch, type Preconditions } from '../preconditions.ts';
import { etagOf, loadKnownFlow } from './flow-records.ts';
import { draftOf } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

/**
 * Saves a draft, valid or not, over the one that the caller has read.
 * @throws FlowNotFoundError, PreconditionRequiredError
 * @throws PreconditionFailedError with the draft that is stored now, when somebody has saved or published meanwhile
 */
export async function saveDraft(
  admin: Admin,
  caller: AdminCaller,
  { flowId, content, ...preconditions }: Preconditions & { flowId: string; content: DraftContent },
): Promise<Answer<Draft>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const before = await draftOf(admin, tenantId, stored);
  assertMatch(preconditions, etagOf(stored), () => before);
  const { definition, layout, conversations } = before;
  const changes = findDocumentChanges({ definition, layout, conversations }, content);
  const change = { action: 'flow.save-draft', resource: { kind: 'flow', id: flowId }, changes };
  return audited(admin, caller, change, async () => {
    const saved = await writeDraft(admin, caller, stored, content);
    if (!saved) {
      const now = await loadKnownFlow(admin, tenantId, flowId);
      throw new PreconditionFailedError(etagOf(now), await draftOf(admin, tenantId, now));
    }
    return { body: await draftOf(admin, tenantId, saved), etag: etagOf(saved) };
  });
}
