import type { Page } from '../../../contract/admin/lists.ts';
import type { NewTenant, TenantPatch, TenantView } from '../../../contract/admin/tenants.ts';
import type { Tenant } from '../../../contract/directory.ts';
import { readStoredTenant } from '../../../contract/stored-directory.ts';
import { AlreadyExistsError, PreconditionFailedError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { InvalidBodyError, TenantNotFoundError } from '../../../domain/errors.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-records.ts';
import { fingerprintOf } from '../../derive-id.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { findDocumentChanges } from '../find-changes.ts';
import { changeOf } from '../flows/flow-records.ts';
import { assertMatch, etagOfRecord, type Preconditions } from '../preconditions.ts';

type Named = Preconditions & { readonly tenantId: string };

/** A page of all tenants, by their ids. @param after the last of the page before */
export async function listTenants(
  { records }: Pick<Admin, 'records'>,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Page<TenantView>> {
  const found = await records.listTenants({ limit: limit + 1, after: after ?? undefined });
  const shown = found.slice(0, limit);
  return { items: shown.map(viewOf), cursor: found.length > limit ? (shown.at(-1)?.tenantId ?? null) : null };
}

/** @throws TenantNotFoundError */
export async function readTenant(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
): Promise<Answer<TenantView>> {
  const record = await known(admin, tenantId);
  return { body: viewOf(record), etag: etagOfRecord(record) };
}

/** @throws AlreadyExistsError, InvalidBodyError */
export async function createTenant(
  admin: Admin,
  caller: AdminCaller,
  tenant: NewTenant,
): Promise<Answer<TenantView>> {
  const stored = await admin.records.find(tenant.id, directoryKeys.tenant);
  // Whoever asks again has not heard the answer.
  if (stored && changeOf(stored).by?.id === caller.id && isSame(stored, tenant))
    return { body: viewOf(stored), etag: etagOfRecord(stored) };
  if (stored) throw new AlreadyExistsError('tenant', tenant.id);
  return write(admin, caller, { action: 'tenant.create', before: null, after: tenant, expected: 'nothing' });
}

/** @throws TenantNotFoundError, PreconditionRequiredError, PreconditionFailedError, InvalidBodyError */
export async function changeTenant(
  admin: Admin,
  caller: AdminCaller,
  { tenantId, patch, ...preconditions }: Named & { readonly patch: TenantPatch },
): Promise<Answer<TenantView>> {
  const record = await matching(admin, tenantId, preconditions);
  const before = readStoredTenant(record.attributes.document);
  const merged = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null);
  const after = Object.fromEntries(merged) as unknown as Tenant;
  const expected = { revision: record.revision };
  return write(admin, caller, { action: 'tenant.change', before, after, expected });
}

/**
 * Has a tenant served no more, or again; nothing is deleted.
 * @throws TenantNotFoundError, PreconditionRequiredError, PreconditionFailedError
 */
export async function setTenantStatus(
  admin: Admin,
  caller: AdminCaller,
  { tenantId, status, ...preconditions }: Named & Pick<Tenant, 'status'>,
): Promise<Answer<TenantView>> {
  const record = await matching(admin, tenantId, preconditions);
  const before = readStoredTenant(record.attributes.document);
  const action = status === 'active' ? 'tenant.resume' : 'tenant.suspend';
  return write(admin, caller, {
    action,
    before,
    after: { ...before, status },
    expected: { revision: record.revision },
  });
}

async function write(
  admin: Admin,
  caller: AdminCaller,
  made: { action: string; before: Tenant | null; after: Tenant; expected: Expected },
): Promise<Answer<TenantView>> {
  const { action, before, after, expected } = made;
  await assertWidget(admin, after);
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
      const now = await known(admin, after.id);
      throw new PreconditionFailedError(etagOfRecord(now), viewOf(now));
    }
    await admin.records.stamp(after.id);
    const written = { ...record, revision };
    return { body: viewOf(written), etag: etagOfRecord(written) };
  });
}

async function assertWidget({ records }: Admin, { id, default_widget: widget }: Tenant): Promise<void> {
  if (widget === undefined || (await records.find(id, directoryKeys.widget(widget)))) return;
  const errors = [{ path: 'default_widget', message: `there is no widget ${widget}` }];
  throw new InvalidBodyError('the tenant names what is not there', errors);
}

async function matching(
  admin: Admin,
  tenantId: string,
  preconditions: Preconditions,
): Promise<DirectoryRecord> {
  const record = await known(admin, tenantId);
  assertMatch(preconditions, etagOfRecord(record), () => viewOf(record));
  return record;
}

async function known({ records }: Pick<Admin, 'records'>, tenantId: string): Promise<DirectoryRecord> {
  const record = await records.find(tenantId, directoryKeys.tenant);
  if (!record) throw new TenantNotFoundError();
  return record;
}

function isSame(record: DirectoryRecord, tenant: Tenant): boolean {
  return fingerprintOf(record.attributes.document) === fingerprintOf(tenant);
}

function viewOf(record: DirectoryRecord): TenantView {
  return { tenant: readStoredTenant(record.attributes.document), ...changeOf(record) };
}
