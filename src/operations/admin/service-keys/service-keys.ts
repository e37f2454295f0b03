import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { actor, type Page } from '../../../contract/admin/lists.ts';
import { limits } from '../../../contract/limits.ts';
import {
  type MadeServiceKey,
  type NewServiceKey,
  type ServiceKey,
  serviceCapabilities,
} from '../../../contract/service/keys.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { invalidBody } from '../../../domain/errors.ts';
import { serviceKeyNotFound, serviceKeyText } from '../../../domain/service-key.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import { serviceKeyHash } from '../../derive-id.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import { audited } from '../audit.ts';
import { type PageQuery, pageOfRecords } from '../records.ts';

type Ports = Pick<Admin, 'records' | 'audit' | 'log' | 'nowMs' | 'random'>;

/** A page of the tenant's service keys, by their ids. @param after the last of the page before */
export async function listServiceKeys(
  admin: Pick<Admin, 'records'>,
  caller: Pick<AdminCaller, 'tenantId'>,
  page: PageQuery,
): Promise<Page<ServiceKey>> {
  const { items, cursor } = await pageOfRecords(admin, caller, directoryKeys.serviceKeys, page);
  return { items: items.map(viewOf), cursor };
}

const randomChars = 'abcdefghijklmnopqrstuvwxyz234567';
const idBytes = 16;
const secretBytes = 32;

/**
 * Creates an API key. Only this response contains it: a hash of it is stored.
 * @throws `invalid_body` for one that would have expired, or one too many
 */
export async function makeServiceKey(
  admin: Ports,
  caller: AdminCaller,
  { name, capabilities, expiresAt }: NewServiceKey,
): Promise<MadeServiceKey> {
  const nowMs = admin.nowMs();
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs)
    throw invalidBody('the key would have expired', [
      { path: 'expiresAt', message: 'must lie in the future' },
    ]);
  const { tenantId } = caller;
  const all = await admin.records.list(tenantId, directoryKeys.serviceKeys, {
    limit: limits.serviceKeysPerTenant,
  });
  if (all.length >= limits.serviceKeysPerTenant)
    throw invalidBody(`a tenant has ${limits.serviceKeysPerTenant} service keys at most: revoke one`);
  const id = [...randomBytes(idBytes)].map((byte) => randomChars[byte % randomChars.length]).join('');
  const random = randomBytes(secretBytes).toString('base64url');
  const attributes = {
    credential: directoryKeys.serviceKeyCredential(id),
    name,
    capabilities,
    hash: serviceKeyHash(random),
    createdAt: new Date(nowMs).toISOString(),
    by: { id: caller.id, email: caller.email },
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
  const change = {
    action: 'service-key.create',
    resource: { kind: 'service-key', id },
    changes: [
      { path: 'name', before: null, after: name },
      { path: 'capabilities', before: null, after: capabilities },
      { path: 'expiresAt', before: null, after: attributes.expiresAt },
    ],
  };
  const sk = directoryKeys.serviceKey(id);
  await audited(admin, caller, change, () => admin.records.write(tenantId, { sk, attributes }, 'nothing'));
  return {
    ...viewOf({ sk, revision: null, attributes }),
    key: serviceKeyText(id, random),
  };
}

/**
 * Revokes a service key: it is refused within a minute. A key never changes, so there is no version to name.
 * @throws `service_key_not_found`
 */
export async function revokeServiceKey(admin: Ports, caller: AdminCaller, id: string): Promise<void> {
  const { tenantId } = caller;
  const sk = directoryKeys.serviceKey(id);
  const record = await admin.records.find(tenantId, sk);
  if (!record) throw serviceKeyNotFound(id);
  const { name } = viewOf(record);
  const change = {
    action: 'service-key.revoke',
    resource: { kind: 'service-key', id },
    changes: [{ path: 'name', before: name, after: null }],
  };
  await audited(admin, caller, change, () => admin.records.remove(tenantId, sk, record));
}

/** A stored key; fields of a later release are ignored. */
const stored = z.object({
  name: z.string(),
  capabilities: z.array(z.string()),
  createdAt: z.string(),
  by: actor,
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.optional(z.string()),
});

function viewOf({ sk, attributes }: DirectoryRecord): ServiceKey {
  const { capabilities, lastUsedAt = null, ...key } = stored.parse(attributes);
  return {
    ...key,
    id: sk.slice(directoryKeys.serviceKeys.length),
    capabilities: serviceCapabilities.filter((one) => capabilities.includes(one)),
    lastUsedAt,
  };
}
