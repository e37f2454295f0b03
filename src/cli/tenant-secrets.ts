import * as z from 'zod/mini';
import { secretRoles, type TenantFolder } from '../domain/tenant-folder.ts';
import { ConfigurationFileError, readJsonFile } from '../operations/directory/read-json-file.ts';
import { CommandError } from './explain-error.ts';

type Secrets = Readonly<Record<string, string>>;
type Change = 'added' | 'changed' | 'removed';

/** Name of the environment variable that holds a secret. */
export function secretVariable(name: string): string {
  return `GATEWAY_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** Names of the secrets that a tenant's files speak of; a role's previous value may be there while it is rotated. */
export function secretNamesOf({
  tenant,
  widgets,
  channels,
}: Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'>): string[] {
  const named = [
    ...Object.keys(tenant.flow_secrets ?? {}),
    ...widgets.flatMap(({ signing_secret, identity_secret }) =>
      [signing_secret, identity_secret].filter((name) => name !== undefined),
    ),
    ...channels.flatMap((account) => secretRoles(account).map(([, name]) => name)),
  ];
  return [...new Set(named.flatMap((name) => [name, `${name}_previous`]))];
}

/**
 * The secrets to store: what is stored already, then the file's, then the environment's; an empty text takes one away.
 * @throws CommandError that quotes nothing of the file
 */
export async function gatherSecrets(
  names: readonly string[],
  sources: {
    readonly stored: Secrets;
    readonly file: string | undefined;
    readonly env: Readonly<Record<string, string | undefined>>;
  },
): Promise<Secrets> {
  const { stored, file, env } = sources;
  const written = file === undefined ? {} : await readSecretsFile(file);
  const given = names.flatMap((name) => {
    const value = env[secretVariable(name)];
    return value === undefined ? [] : [[name, value] as const];
  });
  const all = { ...stored, ...written, ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

async function readSecretsFile(file: string): Promise<Secrets> {
  try {
    return await readJsonFile(file, z.record(z.string(), z.string()));
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    // The parser's own message quotes the file: that would be a secret.
    throw new CommandError(`The file ${file} is not a JSON object of secrets by name, each of them a text.`);
  }
}

/** Which secrets are new, changed or deleted; never their values. */
export function secretChanges(stored: Secrets, next: Secrets): { name: string; change: Change }[] {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(next)])].sort();
  return names.flatMap((name) => {
    if (stored[name] === next[name]) return [];
    const change = stored[name] === undefined ? 'added' : next[name] === undefined ? 'removed' : 'changed';
    return [{ name, change } as const];
  });
}

const marks = { added: '+', changed: '~', removed: '-' } as const;

/** A line for each change: `+ secret whatsapp_token`. */
export function describeSecretChanges(changes: ReturnType<typeof secretChanges>): string[] {
  return changes.map(({ name, change }) => `  ${marks[change]} secret ${name}`);
}
