import type { ServiceCapability } from '../contract/service/keys.ts';
import { GatewayError } from './errors.ts';

/** A stored API key: its secret is only stored as a hash. */
export interface StoredServiceKey {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly capabilities: readonly ServiceCapability[];
  /** SHA-256 of the random part, base64url: it is too long to be guessed, and so needs no salt. */
  readonly hash: string;
  readonly createdAt: string;
  readonly by: { readonly id: string; readonly email: string | null };
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

/** `mgw_<id>_<random>` */
const form = /^mgw_([a-z0-9]{16})_([A-Za-z0-9_-]{43})$/;

/** Splits a key from a request into its parts; null if it is not a key. */
export function readServiceKey(text: string): { readonly id: string; readonly random: string } | null {
  const [, id, random] = form.exec(text) ?? [];
  return id === undefined || random === undefined ? null : { id, random };
}

/** A key as its system keeps it. */
export const serviceKeyText = (id: string, random: string): string => `mgw_${id}_${random}`;

/** A missing, unknown, wrong, revoked or expired key: the caller can't tell which. */
export function invalidServiceKey(): GatewayError {
  return new GatewayError(
    'invalid_service_key',
    'a valid service key is needed: Authorization: Bearer mgw_…',
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  );
}

/** The key is good, but not for that. */
export function keyNotAllowed(capability: ServiceCapability): GatewayError {
  return new GatewayError('not_allowed', `this key may not do that: it lacks ${capability}`);
}

/** The header names another tenant than the key's. */
export function keyOfOtherTenant(): GatewayError {
  return new GatewayError('other_tenant', 'x-tenant-id is not the tenant of this key');
}

/** Unknown, revoked or another tenant's: the caller can't tell which. */
export function serviceKeyNotFound(id: string): GatewayError {
  return new GatewayError('service_key_not_found', `there is no service key ${id}`);
}
