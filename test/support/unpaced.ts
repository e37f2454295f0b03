import type { TenantFolder } from '../../src/domain/tenant-folder.ts';

/** The tenant with accounts that are never busy: otherwise a quick test meets the pace of its own last reply. */
export function unpaced(folder: TenantFolder): TenantFolder {
  return {
    ...folder,
    channels: folder.channels.map((account) => ({ ...account, sends_per_second: 10_000 })),
  };
}
