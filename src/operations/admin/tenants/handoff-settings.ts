import type { HandoffSettingsBody, HandoffSettingsView } from '../../../contract/admin/handoff-settings.ts';
import type { Tenant } from '../../../contract/directory.ts';
import { readStoredTenant } from '../../../contract/stored-directory.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf } from '../flows/flow-records.ts';
import { assertMatch, etagOfRecord, type Preconditions } from '../preconditions.ts';
import { findQueueUsers, type QueueUsers } from './find-queue-users.ts';
import { loadTenant, writeTenant } from './write-tenant.ts';

type Own = Pick<AdminCaller, 'tenantId'>;

/**
 * How people of the caller's tenant answer, and which flows send visitors into which queue.
 * @throws TenantNotFoundError
 */
export async function readHandoffSettings(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Own,
): Promise<Answer<HandoffSettingsView>> {
  const [record, users] = await Promise.all([loadTenant(admin, tenantId), findQueueUsers(admin, tenantId)]);
  return answerOf(record, users);
}

/**
 * Puts them in the place of those that somebody has read.
 * @throws TenantNotFoundError, PreconditionRequiredError, PreconditionFailedError, InUseError
 */
export async function changeHandoffSettings(
  admin: Admin,
  caller: AdminCaller,
  { body, ...preconditions }: Preconditions & { readonly body: HandoffSettingsBody },
): Promise<Answer<HandoffSettingsView>> {
  const { tenantId } = caller;
  const record = await loadTenant(admin, tenantId);
  assertMatch(preconditions, etagOfRecord(record), () => settingsOf(record));
  const before = readStoredTenant(record.attributes.document);
  const { queues: _, handoff: __, ...others } = before;
  const { queues = [], handoff } = body;
  const after: Tenant = { ...others, ...(queues.length > 0 && { queues }), ...(handoff && { handoff }) };
  const expected = { revision: record.revision };
  const queueUsers = await findQueueUsers(admin, tenantId);
  const made = { action: 'tenant.change', before, after, expected, queueUsers };
  return answerOf(await writeTenant(admin, caller, made, settingsOf), queueUsers);
}

function settingsOf(record: DirectoryRecord): Omit<HandoffSettingsView, 'usedBy'> {
  const { queues = [], handoff = {} } = readStoredTenant(record.attributes.document);
  return { queues, handoff, ...changeOf(record) };
}

function answerOf(record: DirectoryRecord, usedBy: QueueUsers): Answer<HandoffSettingsView> {
  return { body: { ...settingsOf(record), usedBy: [...usedBy] }, etag: etagOfRecord(record) };
}
