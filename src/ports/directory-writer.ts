import type { FlowDefinition } from '../contract/flow.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import type { Conversations, TenantFolder } from '../domain/tenant-folder.ts';

/** Writes a tenant's configuration; applying the same folder twice changes nothing. @see design 6 */
export interface DirectoryWriter {
  /** What a folder's files become. */
  itemsOf(folder: TenantFolder): readonly DirectoryItem[];
  /** What is stored of a tenant, never from a cache; empty when there is none. */
  list(tenantId: string): Promise<readonly DirectoryItem[]>;
  /** Tenants whose accounts are found by this credential: more than one, and none of them is. */
  ownersOf(credential: string): Promise<readonly string[]>;
  /**
   * Stores what a folder holds; a version that is older than what is live, or was rolled back, is not made live.
   * @param options `overwrite`: also what was changed in the console, which is left as it is otherwise
   * @throws Error when a published flow version would be changed: versions are immutable
   */
  apply(folder: TenantFolder, options?: { readonly overwrite?: boolean | undefined }): Promise<void>;
  /** @param options.forget leaves no note of widgets that were protected: their tenant goes too */
  remove(
    tenantId: string,
    sortKeys: readonly string[],
    options?: { readonly forget?: boolean },
  ): Promise<void>;
  /**
   * Stores a version with its scripted conversations.
   * @throws Error when this version exists and is another: versions are immutable
   */
  addFlow(tenantId: string, flow: FlowDefinition, conversations: Conversations): Promise<void>;
  /**
   * From now on new conversations get this version of the flow.
   * @param seen what says which one they get now, as it was read; undefined: there was nothing
   * @returns false when it is no longer as it was seen
   */
  publish(
    tenantId: string,
    flowId: string,
    version: number,
    seen: DirectoryItem | undefined,
  ): Promise<boolean>;
  /** @returns whether there is such a tenant */
  setStatus(tenantId: string, status: 'active' | 'suspended'): Promise<boolean>;
}
