import type { AuditEntry } from '../contract/admin/audit.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { DirectoryItem } from '../domain/directory-keys.ts';
import type { StoredServiceKey } from '../domain/service-key.ts';
import type { Conversations, TenantFolder } from '../domain/tenant-folder.ts';

/** Writes a tenant's configuration; applying the same folder twice changes nothing. @see design 6 */
export interface DirectoryWriter {
  /** Converts a folder's files to items. */
  itemsOf(folder: TenantFolder): readonly DirectoryItem[];
  /** Lists a tenant's stored items, never from a cache; empty for an unknown tenant. */
  list(tenantId: string): Promise<readonly DirectoryItem[]>;
  /** Tenants whose accounts are found by this credential: more than one, and none of them is. */
  ownersOf(credential: string): Promise<readonly string[]>;
  /**
   * Stores what a folder holds; a version that is older than what is live, or was rolled back, is not made live.
   * @param options `overwrite`: also overwrite changes made in the console
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
   * Makes this version live for new conversations.
   * @param seen the pointer as it was read; undefined if there was none
   * @returns false if the pointer has changed
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

/** An item of a tenant's directory with its revision. */
export interface DirectoryRecord {
  readonly sk: string;
  /** Another after each write; null for what was written before there were any. */
  readonly revision: string | null;
  /** All other attributes; `content` may be large. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a conditional write expects: a revision, an item without one (from before revisions existed), or nothing. */
export type Expected = { readonly revision: string | null } | 'nothing';

/** A tenant's directory as those see it who change it: never from a cache, each write on condition. @see design 9 */
export interface DirectoryRecords {
  find(tenantId: string, sk: string): Promise<DirectoryRecord | null>;
  /**
   * Items whose keys begin with `prefix`, in order of their keys.
   * @param page `after`: the key before the first; `backwards`: from the greatest
   */
  list(
    tenantId: string,
    prefix: string,
    page: { readonly limit: number; readonly after?: string; readonly backwards?: boolean },
  ): Promise<readonly DirectoryRecord[]>;
  /**
   * The tenants' own items, by their ids.
   * @param page `after`: the tenant before the first
   */
  listTenants(page: {
    readonly limit: number;
    readonly after?: string | undefined;
  }): Promise<readonly (DirectoryRecord & { readonly tenantId: string })[]>;
  /** Items, of whichever tenant, that carry a credential; they may be a moment old. */
  listByCredential(
    credential: string,
    limit: number,
  ): Promise<readonly { readonly tenantId: string; readonly sk: string }[]>;
  /** @returns the new revision; null when something else was there than expected */
  write(
    tenantId: string,
    record: Omit<DirectoryRecord, 'revision'>,
    expected: Expected,
  ): Promise<string | null>;
  /** @returns false when something else was there than expected */
  remove(tenantId: string, sk: string, expected: Expected): Promise<boolean>;
  /** Has every process drop what it remembers of the tenant, at its next conversation. @see design 5.4 */
  renewCacheVersion(tenantId: string): Promise<void>;
}

/** The audit log of a tenant, kept for 400 days. @see design 9 "Audit" */
export interface AuditLog {
  /** Writes an entry of a change that is about to be made. */
  begin(tenantId: string, entry: AuditEntry): Promise<void>;
  /** Records the outcome. */
  end(tenantId: string, id: string, outcome: 'done' | 'failed'): Promise<void>;
  /**
   * The latest first, at most `limit` of those between two ids; fewer than there are when most don't fit the question.
   * @returns the next position; null at the end
   */
  list(
    tenantId: string,
    range: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }>;
}

/** Service keys, as requests are decided by them. @see handoff.md 5 */
export interface ServiceKeys {
  /** Finds an API key of any tenant; null if unknown. May be 30 seconds old. */
  find(id: string): Promise<StoredServiceKey | null>;
  /** Notes that it was used, at most once a minute. */
  noteUse(key: StoredServiceKey): Promise<void>;
}

/** A tenant's secrets by name, by who reads them: what verifies, and what only sends. */
export type TenantSecretValues = Readonly<Record<'verifying' | 'sending', Readonly<Record<string, string>>>>;

/** The store of tenants' secrets for writers, without a cache. @see design 6, 9 */
export interface TenantSecretStore {
  read(tenantId: string): Promise<TenantSecretValues>;
  /**
   * Changes a stored item without losing concurrent changes.
   * @param change may be asked again, with what is stored by then
   * @throws TemporarilyUnavailableError when others keep writing
   */
  change(tenantId: string, change: (stored: TenantSecretValues) => TenantSecretValues): Promise<void>;
}

/** A user who has a flow open, and their selected step. */
export interface NotedEditor {
  readonly id: string;
  readonly name: string;
  readonly stepId: string | null;
}

/** Which flows users have open; entries expire shortly after the last report. */
export interface FlowEditors {
  /** Notes an editor. @returns the others who have the flow open */
  note(
    flow: { readonly tenantId: string; readonly flowId: string },
    editor: NotedEditor,
  ): Promise<readonly NotedEditor[]>;
}
