import * as z from 'zod/mini';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { ConfigurationFileError, readJsonFile } from '../operations/read-json-file.ts';
import { CommandError } from './errors.ts';

type Secrets = Readonly<Record<string, string>>;
type Change = 'added' | 'changed';

/** Name of the environment variable that holds a secret. */
export function secretVariable(name: string): string {
  return `GATEWAY_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** Names of the secrets that a tenant's files speak of; a role's previous value may be there while it is rotated. */
export function secretNamesOf({ widgets, channels }: Pick<TenantFolder, 'widgets' | 'channels'>): string[] {
  const named = [
    ...widgets.flatMap(({ signing_secret }) => signing_secret ?? []),
    ...channels.flatMap(({ secrets = {} }) => Object.values(secrets)),
  ];
  return [...new Set(named.flatMap((name) => [name, `${name}_previous`]))];
}

/**
 * The secrets to store: what is stored already, then the file's, then the environment's.
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
  return { ...stored, ...written, ...Object.fromEntries(given) };
}

async function readSecretsFile(file: string): Promise<Secrets> {
  try {
    return await readJsonFile(file, z.record(z.string(), z.string()));
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    // The parser's own message quotes the file: that would be a secret.
    throw new CommandError(`${file} is not a JSON object of secrets by name, each of them a text.`);
  }
}

/** Which secrets are new or other than stored; never what they are. */
export function secretChanges(stored: Secrets, next: Secrets): { name: string; change: Change }[] {
  return Object.entries(next).flatMap(([name, value]) =>
    stored[name] === value
      ? []
      : [{ name, change: stored[name] === undefined ? 'added' : 'changed' } as const],
  );
}
