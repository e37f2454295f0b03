import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { readTenantFolder } from '../operations/directory/read-tenant-folder.ts';
import type { DirectoryWriter } from '../ports/directory-writer.ts';

/** The repository's demo tenants. */
export const examplesDirectory = join(import.meta.dirname, '..', '..', 'examples', 'tenants');

/**
 * Applies the demo tenants.
 * @returns what was applied
 * @throws ConfigurationFileError for a folder that is not valid
 */
export async function seedTenants(
  writer: DirectoryWriter,
  placeholders: Readonly<Record<string, string>>,
  change: (folder: TenantFolder) => TenantFolder = (folder) => folder,
): Promise<TenantFolder[]> {
  const names = (await readdir(examplesDirectory)).sort();
  const folders = await Promise.all(
    names.map((name) => readTenantFolder(join(examplesDirectory, name), placeholders)),
  );
  const changed = folders.map(change);
  for (const folder of changed) await writer.apply(folder);
  return changed;
}
