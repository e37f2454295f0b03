import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Io } from './io.ts';

/** The gateway that commands mean which name none. */
const context = z.union([
  z.strictObject({ stage: z.string() }),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ endpoint: z.string() }),
]);
export type Context = z.infer<typeof context>;

/**
 * The file that stores it; null if this machine has no configuration folder.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
function contextFile({ env }: Pick<Io, 'env'>): string | null {
  const home = env.XDG_CONFIG_HOME || env.APPDATA || (env.HOME && join(env.HOME, '.config'));
  return home ? join(home, 'messaging-gateway', 'context.json') : null;
}

/** The selection of `gateway use`; null if there is none, or its file is unreadable. */
export async function readContext(io: Pick<Io, 'env'>): Promise<Context | null> {
  const file = contextFile(io);
  if (!file) return null;
  try {
    return context.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** @returns the file; null where there is no place for it */
export async function writeContext(io: Pick<Io, 'env'>, chosen: Context | null): Promise<string | null> {
  const file = contextFile(io);
  if (!file) return null;
  if (chosen === null) await rm(file, { force: true });
  else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(chosen)}\n`);
  }
  return file;
}

/** As the option has it. */
export function contextInWords(chosen: Context): string {
  if ('stage' in chosen) return `--stage ${chosen.stage}`;
  return 'prefix' in chosen ? `--prefix ${chosen.prefix}` : `--endpoint ${chosen.endpoint}`;
}
