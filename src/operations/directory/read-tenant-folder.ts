import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { channelAccount, tenant, widget } from '../../contract/directory.ts';
import { flowDefinition } from '../../contract/flow.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { validateFlow } from '../../engine/validate.ts';
import { ConfigurationFileError, fileError, readJsonFile } from './read-json-file.ts';

/** What the name of a file ends with that holds the scripted conversations of the flow beside it. */
export const conversationsSuffix = '.conversations.json';

/**
 * Reads and validates a tenant's folder: `tenant.json`, `widgets/`, `channels/`, `flows/`, `secrets.example.json`.
 * @param placeholders values for `${NAME}` in the files
 * @throws ConfigurationFileError with every fault found in the first file at fault
 * @see design 6
 */
export async function readTenantFolder(
  directory: string,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<TenantFolder> {
  const one = <T extends z.ZodMiniType>(path: string, schema: T) =>
    readJsonFile(join(directory, path), schema, placeholders);
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
    throw new ConfigurationFileError(
      `${directory}: the folder must be named as the tenant: ${folder.tenant.id}`,
    );
  }
  for (const flow of folder.flows) {
    const result = validateFlow(flow);
    if (!result.ok) throw fileError(join(directory, 'flows', flow.id), result.errors);
  }
  return folder;
}

async function jsonFiles(directory: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files.filter((file) => file.endsWith('.json') && !file.endsWith(conversationsSuffix)).sort();
}

function absent(error: unknown): Record<string, string> {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
  throw error;
}
