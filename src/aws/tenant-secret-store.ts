import { isDeepStrictEqual } from 'node:util';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { sendingSecretPrefix } from '../contract/secret-names.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { TenantSecretStore, TenantSecretValues } from '../ports/tenant-secret-store.ts';

type Secrets = Readonly<Record<string, string>>;
/** What is stored under a name; the version is null while there is nothing. */
interface Stored {
  readonly secrets: Secrets;
  readonly version: string | null;
}

const attempts = 8;
/** Marks a value that is about to become the current one; it moves on with the next. */
const nextStage = 'GATEWAY_NEXT';

/**
 * Two JSON secrets a tenant. A value is written beside the current one and becomes it only if that is still the one
 * that was read: Secrets Manager has no other condition. @see UpdateSecretVersionStage, `RemoveFromVersionId`
 */
export class SecretsManagerTenantSecretStore implements TenantSecretStore {
  readonly #client: SecretsManagerClient;
  readonly #prefixes: Readonly<Record<keyof TenantSecretValues, string>>;

  constructor(client: SecretsManagerClient, prefix: string) {
    this.#client = client;
    this.#prefixes = { verifying: prefix, sending: sendingSecretPrefix(prefix) };
  }

  async read(tenantId: string): Promise<TenantSecretValues> {
    const { verifying, sending } = await this.#readBoth(tenantId);
    return { verifying: verifying.secrets, sending: sending.secrets };
  }

  async change(tenantId: string, change: (stored: TenantSecretValues) => TenantSecretValues): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { verifying, sending } = await this.#readBoth(tenantId);
      const next = change({ verifying: verifying.secrets, sending: sending.secrets });
      // First where tokens come to, so that none is missing in between.
      if (
        (await this.#replace(this.#prefixes.sending + tenantId, sending, next.sending)) &&
        (await this.#replace(this.#prefixes.verifying + tenantId, verifying, next.verifying))
      )
        return;
    }
    throw new TemporarilyUnavailableError();
  }

  async #readBoth(tenantId: string): Promise<Record<keyof TenantSecretValues, Stored>> {
    const [verifying, sending] = await Promise.all([
      this.#read(this.#prefixes.verifying + tenantId),
      this.#read(this.#prefixes.sending + tenantId),
    ]);
    return { verifying, sending };
  }

  async #read(name: string): Promise<Stored> {
    try {
      const { SecretString = '{}', VersionId = null } = await this.#client.send(
        new GetSecretValueCommand({ SecretId: name }),
      );
      return { secrets: JSON.parse(SecretString), version: VersionId };
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return { secrets: {}, version: null };
      throw error;
    }
  }

  /** @returns false when somebody else has written since it was read */
  async #replace(name: string, { secrets, version }: Stored, next: Secrets): Promise<boolean> {
    if (isDeepStrictEqual(secrets, next)) return true;
    const SecretString = JSON.stringify(next);
    try {
      if (version === null) {
        await this.#client.send(new CreateSecretCommand({ Name: name, SecretString }));
        return true;
      }
      const { VersionId } = await this.#client.send(
        new PutSecretValueCommand({ SecretId: name, SecretString, VersionStages: [nextStage] }),
      );
      await this.#client.send(
        new UpdateSecretVersionStageCommand({
          SecretId: name,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId: VersionId,
          RemoveFromVersionId: version,
        }),
      );
      return true;
    } catch (error) {
      const isLost =
        error instanceof InvalidParameterException ||
        error instanceof ResourceExistsException ||
        error instanceof ResourceNotFoundException;
      if (!isLost) throw error;
      return false;
    }
  }
}
