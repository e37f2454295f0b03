import type { Page } from '../../../contract/admin/lists.ts';
import type { NewTenant, TenantPatch, TenantView } from '../../../contract/admin/tenants.ts';
import { readStoredTenant, type Tenant } from '../../../contract/directory.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { alreadyExists } from '../../../domain/problems.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import { fingerprintOf } from '../../derive-id.ts';
import {
  type Admin,
  type AdminCaller,
  type Answer,
  assertMatch,
  etagOfRecord,
  type Preconditions,
} from '../admin.ts';
import { changeOf } from '../flows/flow-records.ts';
import { loadTenant, type TenantWrite, writeTenant } from './write-tenant.ts';

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
  const record = await loadTenant(admin, tenantId);
  return { body: viewOf(record), etag: etagOfRecord(record) };
}

/** @throws `already_exists`, `invalid_body` */
export async function createTenant(
  admin: Admin,
  caller: AdminCaller,
  tenant: NewTenant,
): Promise<Answer<TenantView>> {
  const stored = await admin.records.find(tenant.id, directoryKeys.tenant);
  // A repeated request has lost its response.
  if (stored && changeOf(stored).by?.id === caller.id && isSame(stored, tenant))
    return { body: viewOf(stored), etag: etagOfRecord(stored) };
  if (stored) throw alreadyExists('tenant', tenant.id);
  return write(admin, caller, { action: 'tenant.create', before: null, after: tenant, expected: 'nothing' });
}

/** @throws TenantNotFoundError, `precondition_required`, `precondition_failed`, `invalid_body`, `in_use` */
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
 * @throws TenantNotFoundError, `precondition_required`, `precondition_failed`
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

async function write(admin: Admin, caller: AdminCaller, made: TenantWrite): Promise<Answer<TenantView>> {
  const written = await writeTenant(admin, caller, made, viewOf);
  return { body: viewOf(written), etag: etagOfRecord(written) };
}

async function matching(
  admin: Admin,
  tenantId: string,
  preconditions: Preconditions,
): Promise<DirectoryRecord> {
  const record = await loadTenant(admin, tenantId);
  assertMatch(preconditions, etagOfRecord(record), () => viewOf(record));
  return record;
}

function isSame(record: DirectoryRecord, tenant: Tenant): boolean {
  return fingerprintOf(record.attributes.document) === fingerprintOf(tenant);
}

function viewOf(record: DirectoryRecord): TenantView {
  return { tenant: readStoredTenant(record.attributes.document), ...changeOf(record) };
}
