import type { Tenant } from '../../../contract/directory.ts';
import { InUseError, PreconditionFailedError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { InvalidBodyError, TenantNotFoundError } from '../../../domain/errors.ts';
import { queuesOf } from '../../../domain/handoff.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { audited } from '../audited.ts';
import { findDocumentChanges } from '../find-changes.ts';
import { etagOfRecord } from '../preconditions.ts';
import { findQueueUsers, type QueueUsers } from './find-queue-users.ts';

/** What is done to a tenant's settings. */
export interface TenantWrite {
  readonly action: string;
  readonly before: Tenant | null;
  readonly after: Tenant;
  readonly expected: Expected;
  /** Asked for when it matters, unless it is known. */
  readonly queueUsers?: QueueUsers;
}

/**
 * Writes a tenant's settings, and into its audit log who did.
 * @param viewOf what somebody is shown who was late
 * @throws InvalidBodyError for a widget or a contact center that is not there, InUseError for a queue that a live flow names, PreconditionFailedError
 */
export async function writeTenant(
  admin: Admin,
  caller: AdminCaller,
  made: TenantWrite,
  viewOf: (record: DirectoryRecord) => unknown,
): Promise<DirectoryRecord> {
  const { action, before, after, expected } = made;
  await assertWidget(admin, after);
  await assertCenter(admin, made);
  await assertQueuesUnused(admin, made);
  const changes = findDocumentChanges(before ?? {}, after);
  const change = { action, resource: { kind: 'tenant', id: after.id }, changes };
  // Where its own admins find it.
  return audited(admin, { ...caller, tenantId: after.id }, change, async () => {
    const attributes = {
      document: after,
      credential: directoryKeys.tenantCredential,
      by: { id: caller.id, email: caller.email },
      at: new Date(admin.nowMs()).toISOString(),
    };
    const record = { sk: directoryKeys.tenant, attributes };
    const revision = await admin.records.write(after.id, record, expected);
    if (revision === null) {
      const now = await loadTenant(admin, after.id);
      throw new PreconditionFailedError(etagOfRecord(now), viewOf(now));
    }
    await admin.records.stamp(after.id);
    return { ...record, revision };
  });
}

/** @throws TenantNotFoundError */
export async function loadTenant(
  { records }: Pick<Admin, 'records'>,
  tenantId: string,
): Promise<DirectoryRecord> {
  const record = await records.find(tenantId, directoryKeys.tenant);
  if (!record) throw new TenantNotFoundError();
  return record;
}

async function assertWidget({ records }: Admin, { id, default_widget: widget }: Tenant): Promise<void> {
  if (widget === undefined || (await records.find(id, directoryKeys.widget(widget)))) return;
  const errors = [{ path: 'default_widget', message: `there is no widget ${widget}` }];
  throw new InvalidBodyError('the tenant names what is not there', errors);
}

/** Only what is changed is looked at: a tenant whose center has gone can still be suspended. */
async function assertCenter({ records }: Admin, { before, after }: TenantWrite): Promise<void> {
  const { account } = after.escalation ?? {};
  if (account === undefined || account === before?.escalation?.account) return;
  if (await records.find(after.id, directoryKeys.account('contactcenter', account))) return;
  const errors = [{ path: 'escalation.account', message: `there is no contact center ${account}` }];
  throw new InvalidBodyError('the tenant names what is not there', errors);
}

/** What waits in a queue that goes falls to the one that is always there; what is still sent to it would, unseen. */
async function assertQueuesUnused(admin: Admin, { before, after, queueUsers }: TenantWrite): Promise<void> {
  const kept = queuesOf(after);
  const gone = queuesOf(before).filter((queue) => !kept.includes(queue));
  if (gone.length === 0) return;
  const users = queueUsers ?? (await findQueueUsers(admin, after.id));
  for (const queue of gone) {
    const usedBy = users.filter((user) => user.queue === queue);
    if (usedBy.length === 0) continue;
    throw new InUseError(
      'queue',
      queue,
      usedBy.map(({ flow }) => ({ kind: 'flow', id: flow })),
    );
  }
}
