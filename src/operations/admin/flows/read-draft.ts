import type { Draft } from '../../../contract/admin/flows.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf, draftContentOf, etagOf, liveOf, loadKnownFlow, type StoredFlow } from './flow-records.ts';

/**
 * A flow's draft, with what a test chat takes of its tenant; of a flow that nobody has changed since, its live version as
 * one could begin from it.
 * @throws FlowNotFoundError
 */
export async function readDraft(
  admin: Pick<Admin, 'records' | 'directory'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  flowId: string,
): Promise<Answer<Draft>> {
  const [stored, tenant] = await Promise.all([
    loadKnownFlow(admin, tenantId, flowId),
    admin.directory.findTenant(tenantId),
  ]);
  const { country } = tenant ?? {};
  const body = { ...(await draftOf(admin, tenantId, stored)), ...(country !== undefined && { country }) };
  return { body, etag: etagOf(stored) };
}

/** The draft of a flow that has been read. */
export async function draftOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  stored: StoredFlow,
): Promise<Draft> {
  const live = liveOf(stored);
  return {
    flowId: stored.flowId,
    live,
    ...changeOf(stored.draft),
    basedOn: basedOn(stored),
    saved: stored.draft !== null,
    ...(await draftContentOf(admin, tenantId, stored)),
  };
}

/** The version that was live when the draft was begun. */
export function basedOn(stored: StoredFlow): number | null {
  if (!stored.draft) return liveOf(stored).version;
  const { basedOn: version } = stored.draft.attributes;
  return typeof version === 'number' ? version : null;
}
