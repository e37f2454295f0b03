import { isDeepStrictEqual } from 'node:util';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { sendingSecretPrefix } from '../contract/secret-names.ts';
import { splitSecrets } from '../domain/account-secrets.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';

type Secrets = TenantFolder['secrets'];

/** A tenant's two secrets as they are stored; null: there is none yet. */
export interface StoredSecrets {
  readonly verifying: Secrets | null;
  readonly sending: Secrets | null;
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
  stored: Secrets,
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

async function read(client: SecretsManagerClient, name: string): Promise<Secrets | null> {
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
  secrets: Secrets,
  stored: Secrets | null,
): Promise<void> {
  // A version more would push the one before out of reach.
  if (isDeepStrictEqual(stored ?? {}, secrets)) return;
  const SecretString = JSON.stringify(secrets);
  if (stored) await client.send(new PutSecretValueCommand({ SecretId: name, SecretString }));
  else await client.send(new CreateSecretCommand({ Name: name, SecretString }));
}
