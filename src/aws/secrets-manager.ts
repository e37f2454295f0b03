import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { limits } from '../contract/limits.ts';
import { sendingSecretPrefix } from '../contract/secret-names.ts';
import { remember } from '../domain/remember.ts';
import type { TenantSecrets } from '../ports/tenant-secrets.ts';
import { Stamps } from './items.ts';

/** One JSON secret a tenant, `<prefix><tenant>`, remembered for five minutes, or until its stamp is another. @see design 6 */
export function secretsManagerTenantSecrets(
  secrets: SecretsManagerClient,
  namePrefix: string,
  nowMs: () => number,
  stamps: Stamps = new Stamps(),
): TenantSecrets {
  const cached = remember<Readonly<Record<string, string>>>({
    forMs: limits.secretsCacheMs,
    nowMs,
    limit: 1000,
  });
  const load = async (tenantId: string) => {
    try {
      const { SecretString = '{}' } = await secrets.send(
        new GetSecretValueCommand({ SecretId: namePrefix + tenantId }),
      );
      return JSON.parse(SecretString);
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return {};
      throw error;
    }
  };
  return {
    read: (tenantId) => cached(`${tenantId}#${stamps.of(tenantId)}`, () => load(tenantId)),
    readAnew: (tenantId) => cached(`${tenantId}#${stamps.of(tenantId)}`, () => load(tenantId), true),
  };
}

/**
 * What a tenant verifies and what it sends with, as one: a token that the last release stored is among what verifies
 * until its tenant is applied again.
 */
export function allTenantSecrets(
  secrets: SecretsManagerClient,
  namePrefix: string,
  nowMs: () => number,
): TenantSecrets {
  const verifying = secretsManagerTenantSecrets(secrets, namePrefix, nowMs);
  const sending = secretsManagerTenantSecrets(secrets, sendingSecretPrefix(namePrefix), nowMs);
  const both = async (how: keyof TenantSecrets, tenantId: string) => {
    const [some, others] = await Promise.all([verifying[how](tenantId), sending[how](tenantId)]);
    return { ...some, ...others };
  };
  return { read: (tenantId) => both('read', tenantId), readAnew: (tenantId) => both('readAnew', tenantId) };
}

/** The text of one secret; undefined when it holds none. */
export async function readSecretText(secrets: SecretsManagerClient, id: string): Promise<string | undefined> {
  return (await secrets.send(new GetSecretValueCommand({ SecretId: id }))).SecretString;
}
