import type { Draft, DraftContent, NewFlow } from '../../../contract/admin/flows.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { alreadyExists, preconditionFailed } from '../../../domain/problems.ts';
import { validateFlow } from '../../../engine/validate.ts';
import { fingerprintOf } from '../../derive-id.ts';
import { type Admin, type AdminCaller, type Answer, assertMatch, type Preconditions } from '../admin.ts';
import { audited, findDocumentChanges } from '../audit.ts';
import { madeBy } from '../records.ts';
import {
  changeOf,
  draftContentOf,
  etagOf,
  expectedOf,
  isPublished,
  liveOf,
  loadFlow,
  loadKnownFlow,
  type StoredFlow,
} from './flow-records.ts';

/** A number for the validator: the draft gets its own when it is published. */
const anyVersion = 1;

/** Returns the definition of a draft. Its author can't choose ID and version. */
export function definitionOf(flowId: string, content: DraftContent, version: number = anyVersion) {
  return { ...content.definition, id: flowId, version };
}

/**
 * Writes a draft over the one that was read.
 * @returns the stored flow; null after a concurrent write
 */
export async function writeDraft(
  admin: Pick<Admin, 'records' | 'nowMs'>,
  caller: AdminCaller,
  stored: StoredFlow,
  content: DraftContent,
): Promise<StoredFlow | null> {
  const checked = validateFlow(definitionOf(stored.flowId, content));
  const { title } = content.definition;
  const record = {
    sk: directoryKeys.draft(stored.flowId),
    attributes: {
      content,
      title: typeof title === 'string' ? title : null,
      // For lists, which show no more of it.
      faults: checked.ok ? 0 : checked.errors.length,
      basedOn: basedOn(stored),
      ...madeBy(admin, caller),
    },
  };
  const revision = await admin.records.write(caller.tenantId, record, expectedOf(stored.draft));
  return revision === null ? null : { ...stored, draft: { ...record, revision } };
}

/**
 * Makes a flow: a draft, and nothing that visitors meet.
 * @throws `already_exists`
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
  // A repeated request has lost its response.
  const isOwn = !stored.pointer && changeOf(stored.draft).by?.id === caller.id;
  if (isOwn && fingerprintOf(stored.draft?.attributes.content) === fingerprintOf(content))
    return answer(stored);
  if (stored.pointer || stored.draft) throw alreadyExists('flow', flowId);
  const change = { action: 'flow.create', resource: { kind: 'flow', id: flowId } };
  return audited(admin, caller, change, async () => {
    const created = await writeDraft(admin, caller, stored, content);
    if (!created) throw alreadyExists('flow', flowId);
    return answer(created);
  });
}

/**
 * A flow's draft, with what a test chat takes of its tenant; of a flow that nobody has changed since, its live version as
 * one could begin from it.
 * @throws `flow_not_found`
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
  if (!stored.draft || isPublished(stored)) return liveOf(stored).version;
  const { basedOn: version } = stored.draft.attributes;
  return typeof version === 'number' ? version : null;
}

/**
 * Saves a draft, valid or not, over the one that the caller has read.
 * @throws `flow_not_found`, `precondition_required`
 * @throws `precondition_failed` with the stored draft, if it was saved or published in the meantime
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
      throw preconditionFailed(etagOf(now), await draftOf(admin, tenantId, now));
    }
    return { body: await draftOf(admin, tenantId, saved), etag: etagOf(saved) };
  });
}
