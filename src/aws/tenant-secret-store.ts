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
import { limits } from '../contract/limits.ts';
import { sendingSecretPrefix } from '../contract/tables.ts';
import { type DirectoryItem, directoryKeys } from '../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import { splitSecrets, type TenantFolder } from '../domain/tenant-folder.ts';
import type { TenantSecrets } from '../ports/directory.ts';
import type { TenantSecretStore, TenantSecretValues } from '../ports/directory-writer.ts';
import { CacheVersions, remember } from './items.ts';

type Secrets = Readonly<Record<string, string>>;
/** A stored secret; the version is null while there is none. */
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

  /** @returns false when it was written since it was read */
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

/** One JSON secret a tenant, `<prefix><tenant>`, remembered for five minutes, or until its cache version is another. @see design 6 */
export function secretsManagerTenantSecrets(
  secrets: SecretsManagerClient,
  namePrefix: string,
  nowMs: () => number,
  cacheVersions: CacheVersions = new CacheVersions(),
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
    read: (tenantId) => cached(`${tenantId}#${cacheVersions.of(tenantId)}`, () => load(tenantId)),
    reload: (tenantId) => cached(`${tenantId}#${cacheVersions.of(tenantId)}`, () => load(tenantId), true),
  };
}

/**
 * Combines a tenant's verifying and sending secrets. A token that the previous release stored stays among the
 * verifying ones until the tenant is applied again.
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
  return { read: (tenantId) => both('read', tenantId), reload: (tenantId) => both('reload', tenantId) };
}

type FolderSecretsSecrets = TenantFolder['secrets'];

/** A tenant's two secrets as they are stored; null: there is none yet. */
interface StoredSecrets {
  readonly verifying: FolderSecretsSecrets | null;
  readonly sending: FolderSecretsSecrets | null;
}

/** Each secret where those read it who need it: what only sends is kept from what the internet reaches. */
export async function putTenantSecrets(
  client: SecretsManagerClient,
  prefix: string,
  { tenant, widgets, channels, secrets }: TenantFolder,
  stored: StoredSecrets,
): Promise<void> {
  const [verifying, sending] = secretNames(prefix, tenant.id);
  // Those of an account that the folder does not hold stay where they are.
  const others = Object.keys(stored.sending ?? {});
  const split = splitSecrets({ tenant, widgets, channels, secrets }, others);
  // First where they come to, so that no token is missing in between.
  await put(client, sending, split.sending, stored.sending);
  await put(client, verifying, split.verifying, stored.verifying);
}

export async function readTenantSecrets(
  client: SecretsManagerClient,
  prefix: string,
  tenantId: string,
): Promise<StoredSecrets> {
  const [verifying, sending] = secretNames(prefix, tenantId);
  return { verifying: await read(client, verifying), sending: await read(client, sending) };
}

/** A folder with the secrets that were set or taken away in the console as they are stored. */
export function withSecretsOfConsole(
  folder: TenantFolder,
  items: Iterable<DirectoryItem>,
  stored: FolderSecretsSecrets,
): TenantFolder {
  const names = [...items].flatMap(({ sk, by }) => {
    const name = secretNameIn(sk);
    return name === null || by === undefined ? [] : [name, `${name}_previous`];
  });
  if (names.length === 0) return folder;
  const own = Object.entries(folder.secrets).filter(([name]) => !names.includes(name));
  const kept = names.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]] as const]));
  return { ...folder, secrets: Object.fromEntries([...own, ...kept]) };
}

/** The secret that an item of the directory is about; null for other items. */
export function secretNameIn(sk: string): string | null {
  const prefix = directoryKeys.secret('');
  return sk.startsWith(prefix) ? sk.slice(prefix.length) : null;
}

const secretNames = (prefix: string, tenantId: string) =>
  [prefix + tenantId, sendingSecretPrefix(prefix) + tenantId] as const;

async function read(client: SecretsManagerClient, name: string): Promise<FolderSecretsSecrets | null> {
  try {
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    return JSON.parse(SecretString);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    return null;
  }
}

async function put(
  client: SecretsManagerClient,
  name: string,
  secrets: FolderSecretsSecrets,
  stored: FolderSecretsSecrets | null,
): Promise<void> {
  // A version more would push the one before out of reach.
  if (isDeepStrictEqual(stored ?? {}, secrets)) return;
  const SecretString = JSON.stringify(secrets);
  if (stored) await client.send(new PutSecretValueCommand({ SecretId: name, SecretString }));
  else await client.send(new CreateSecretCommand({ Name: name, SecretString }));
}
