import type { TenantFolder } from '../domain/tenant-folder.ts';

/** Writes a tenant's configuration; applying the same folder twice changes nothing. @see design 6 */
export interface DirectoryWriter {
  /** @throws Error when a published flow version would be changed: versions are immutable */
  apply(folder: TenantFolder): Promise<void>;
}
