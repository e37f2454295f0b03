import type { LabelsBody, LabelsView } from '../../../contract/admin/labels.ts';
import { readStoredTenant } from '../../../contract/directory.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import {
  type Admin,
  type AdminCaller,
  type Answer,
  assertMatch,
  etagOfRecord,
  type Preconditions,
} from '../admin.ts';
import { loadTenant, type TenantPorts, writeTenant } from './write-tenant.ts';

/** Returns the labels of the caller's tenant. @throws TenantNotFoundError */
export async function readLabels(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
): Promise<Answer<LabelsView>> {
  return answerOf(await loadTenant(admin, tenantId));
}

/**
 * Replaces the labels that were read. Conversations keep a renamed label; a removed one disappears from them.
 * @throws TenantNotFoundError, `precondition_required`, `precondition_failed`
 */
export async function changeLabels(
  admin: TenantPorts,
  caller: AdminCaller,
  { body, ...preconditions }: Preconditions & { readonly body: LabelsBody },
): Promise<Answer<LabelsView>> {
  const record = await loadTenant(admin, caller.tenantId);
  assertMatch(preconditions, etagOfRecord(record), () => viewOf(record));
  const before = readStoredTenant(record.attributes.document);
  const { labels: _, ...others } = before;
  const after = { ...others, ...(body.labels.length > 0 && { labels: body.labels }) };
  const made = { action: 'tenant.labels', before, after, expected: { revision: record.revision } };
  return answerOf(await writeTenant(admin, caller, made, viewOf));
}

function viewOf({ attributes }: DirectoryRecord): LabelsView {
  const { labels = [], time_zone: timeZone = 'UTC' } = readStoredTenant(attributes.document);
  return { labels, timeZone };
}

const answerOf = (record: DirectoryRecord): Answer<LabelsView> => ({
  body: viewOf(record),
  etag: etagOfRecord(record),
});
