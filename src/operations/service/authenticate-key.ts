import { timingSafeEqual } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { ServiceCapability } from '../../contract/service/keys.ts';
import { RateLimitExceeded } from '../../domain/errors.ts';
import { tenantNotActive } from '../../domain/problems.ts';
import {
  invalidServiceKey,
  keyNotAllowed,
  keyOfOtherTenant,
  readServiceKey,
  type StoredServiceKey,
} from '../../domain/service-key.ts';
import type { Directory } from '../../ports/directory.ts';
import type { ServiceKeys } from '../../ports/directory-writer.ts';
import type { Log } from '../../ports/observability.ts';
import type { TenantAllowance } from '../../ports/turns.ts';
import { serviceKeyHash } from '../derive-id.ts';

/** What authenticating an API key uses. */
export interface KeyPorts {
  readonly keys: ServiceKeys;
  readonly directory: Pick<Directory, 'findTenant'>;
  /** Requests of a minute, by key. */
  readonly allowance: TenantAllowance;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** The sender of a request, before the rest is parsed. */
export interface KeyRequest {
  /** `Authorization`. */
  readonly authorization: string | undefined;
  /** Header `x-tenant-id`: it may only agree. */
  readonly tenantId: string | undefined;
}

/** A hash that no key has, so that an unknown key costs the same comparison. */
const noHash = serviceKeyHash('');

/**
 * The only place that decides what an API key may do, and in which tenant.
 * @throws `invalid_service_key`, `other_tenant`, `tenant_not_found`, `not_allowed`, RateLimitExceeded
 * @see handoff.md 5
 */
export async function authenticateKey(
  ports: KeyPorts,
  { authorization = '', tenantId }: KeyRequest,
  capability: ServiceCapability,
): Promise<StoredServiceKey> {
  const sent = readServiceKey(/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '');
  const key = sent && (await ports.keys.find(sent.id));
  const isProven = timingSafeEqual(
    Buffer.from(serviceKeyHash(sent?.random ?? '')),
    Buffer.from(key?.hash ?? noHash),
  );
  const isOver = key?.expiresAt != null && Date.parse(key.expiresAt) <= ports.nowMs();
  if (!key || !isProven || isOver) throw invalidServiceKey();
  if (tenantId !== undefined && tenantId !== key.tenantId) throw keyOfOtherTenant();
  const tenant = await ports.directory.findTenant(key.tenantId);
  if (tenant?.status !== 'active') throw tenantNotActive();
  if (!key.capabilities.includes(capability)) throw keyNotAllowed(capability);
  const taken = await ports.allowance.take(`${key.tenantId}#${key.id}`, limits.serviceRequestsPerMinute);
  if (!taken.ok)
    throw new RateLimitExceeded('key', limits.serviceRequestsPerMinute, taken.retryAtMs - ports.nowMs());
  await ports.keys.noteUse(key).catch((error: unknown) => {
    ports.log.error('the use of a service key is not noted', error, {
      tenantId: key.tenantId,
      keyId: key.id,
    });
  });
  return key;
}
