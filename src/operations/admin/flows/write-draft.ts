import type { DraftContent } from '../../../contract/admin/flows.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { validateFlow } from '../../../engine/validate.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { expectedOf, type StoredFlow } from './flow-records.ts';
import { basedOn } from './read-draft.ts';

/** A number for the validator: the draft gets its own when it is published. */
const anyVersion = 1;

/** What is validated and published of a draft: its id and its version are not its author's to choose. */
export function definitionOf(flowId: string, content: DraftContent, version: number = anyVersion) {
  return { ...content.definition, id: flowId, version };
}

/**
 * Writes a draft over the one that was read.
 * @returns the flow as it is stored now; null when somebody else was faster
 */
export async function writeDraft(
  { records, nowMs }: Pick<Admin, 'records' | 'nowMs'>,
  { tenantId, id, email }: AdminCaller,
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
      by: { id, email },
      at: new Date(nowMs()).toISOString(),
    },
  };
  const revision = await records.write(tenantId, record, expectedOf(stored.draft));
  return revision === null ? null : { ...stored, draft: { ...record, revision } };
}
