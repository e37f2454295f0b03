import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, UsageError } from './errors.ts';

/** Names that a file, or the files of a folder, hold as `${NAME}`. */
async function namesIn(path: string): Promise<string[]> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path, { recursive: true }))
        .filter((file) => file.endsWith('.json'))
        .map((file) => join(path, file))
    : [path];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name))),
  ];
}

/** @throws UsageError when a pair is not NAME=value */
export function parsePairs(pairs: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(pair) ?? [];
      if (!name || value === undefined) throw new UsageError(`"${pair}" is not NAME=value.`);
      return [name, value];
    }),
  );
}

/**
 * Values for the placeholders of a file or folder, of which none may lack one.
 * The environment is no source: a tenant's files could then ask for the operator's own credentials.
 * @throws CommandError that names those without a value
 */
export async function placeholdersOf(
  path: string,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const names = await namesIn(path);
  const missing = names.filter((name) => known[name] === undefined);
  if (missing.length === 0) return { ...known };
  const named = missing.map((name) => `\${${name}}`).join(', ');
  throw new CommandError(
    `In ${path} ${named} ${missing.length > 1 ? 'have' : 'has'} no value.`,
    `Give ${missing.map((name) => `--set ${name}=…`).join(' ')}.`,
  );
}

/** The same for trying a flow out, where nothing is called: what has no value gets an address that leads nowhere. */
export async function standInsOf(
  path: string,
  known: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const names = await namesIn(path);
  const standIn = (name: string) => `https://${name.toLowerCase().replaceAll('_', '-')}.invalid`;
  return { ...Object.fromEntries(names.map((name) => [name, standIn(name)])), ...known };
}
