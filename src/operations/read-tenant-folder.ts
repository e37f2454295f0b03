import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { channelAccount, tenant, widget } from '../contract/directory.ts';
import { flowDefinition } from '../contract/flow.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { validateFlow } from '../engine/validate.ts';

/** A file of a tenant's folder is not what it should be; the message names file and path. */
export class TenantFolderError extends Error {
  override readonly name = 'TenantFolderError';
}

/**
 * Reads and validates a tenant's folder: `tenant.json`, `widgets/`, `channels/`, `flows/`, `secrets.example.json`.
 * @param placeholders values for `${NAME}` in the files
 * @throws TenantFolderError with every fault found in the first file at fault
 * @see design 6
 */
export async function readTenantFolder(
  directory: string,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<TenantFolder> {
  const one = <T extends z.ZodMiniType>(path: string, schema: T) =>
    readJson(join(directory, path), schema, placeholders);
  const all = async <T extends z.ZodMiniType>(folder: string, schema: T) =>
    Promise.all((await jsonFiles(join(directory, folder))).map((file) => one(join(folder, file), schema)));

  const folder = {
    tenant: await one('tenant.json', tenant),
    widgets: await all('widgets', widget),
    channels: await all('channels', channelAccount),
    flows: await all('flows', flowDefinition),
    secrets: await one('secrets.example.json', z.record(z.string(), z.string())).catch(absent),
  };
  if (folder.tenant.id !== basename(directory)) {
    throw new TenantFolderError(`${directory}: the folder must be named as the tenant: ${folder.tenant.id}`);
  }
  for (const flow of folder.flows) {
    const result = validateFlow(flow);
    if (!result.ok) throw new TenantFolderError(faults(join(directory, 'flows'), result.errors));
  }
  return folder;
}

async function jsonFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files.filter((file) => file.endsWith('.json')).sort();
}

async function readJson<T extends z.ZodMiniType>(
  file: string,
  schema: T,
  placeholders: Readonly<Record<string, string>>,
): Promise<z.output<T>> {
  const text = (await readFile(file, 'utf8')).replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (whole, name) => placeholders[name] ?? whole,
  );
  const parsed = schema.safeParse(parseJson(file, text));
  if (parsed.success) return parsed.data;
  throw new TenantFolderError(
    faults(
      file,
      parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    ),
  );
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new TenantFolderError(`${file}: ${error instanceof Error ? error.message : 'not JSON'}`);
  }
}

function faults(
  file: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): string {
  return errors.map(({ path, message }) => `${file}: ${path}: ${message}`).join('\n');
}

function absent(error: unknown): Record<string, string> {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
  throw error;
}
