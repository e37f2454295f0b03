import { limits } from '../../contract/limits.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import type { DirectoryWriter } from '../../ports/directory-writer.ts';
import type { TenantData, TenantFiles, TenantUsers } from '../../ports/tenant-data.ts';
import type { Gateway } from '../gateway.ts';

type Ports = Pick<Gateway, 'pause'> & {
  readonly configured: Pick<DirectoryWriter, 'list' | 'remove' | 'setStatus'>;
  readonly data: TenantData;
  readonly files: TenantFiles;
  readonly users: TenantUsers;
};

/** What there was of a tenant. */
export interface RemovedTenant {
  readonly items: number;
  readonly users: number;
  readonly settings: number;
}

/** Beyond the time for which every function remembers a tenant as it was. */
const slackMs = 5_000;

/**
 * Removes a tenant with everything that is stored of it: suspends it, waits until every function knows, then deletes its
 * people's data, its users, its secrets and, last, its settings. Done again, it goes on where it was interrupted. What
 * lies on a queue is dropped when its day is over.
 * @returns null when there is nothing of such a tenant
 * @see docs/data.md
 */
export async function removeTenant(
  { configured, data, files, users, pause }: Ports,
  tenantId: string,
): Promise<RemovedTenant | null> {
  const isKnown = await configured.setStatus(tenantId, 'suspended');
  if (isKnown) await pause(limits.directoryCacheMs + slackMs);
  const items = (await data.remove(tenantId)) + (await files.removeOf(tenantId));
  const gone = await users.removeOf(tenantId, false);
  await data.removeSecrets(tenantId);
  // The stamp stays, or functions would not hear of it: it holds nothing but that something changed.
  const keys = (await configured.list(tenantId))
    .map(({ sk }) => sk)
    .filter((sk) => sk !== directoryKeys.stamp);
  await configured.remove(
    tenantId,
    keys.filter((sk) => sk !== directoryKeys.tenant),
    { forget: true },
  );
  await configured.remove(tenantId, [directoryKeys.tenant]);
  if (!isKnown && items + gone + keys.length === 0) return null;
  return { items, users: gone, settings: keys.length };
}
