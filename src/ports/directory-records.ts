/** An item of a tenant's directory, with what tells that it has changed. */
export interface DirectoryRecord {
  readonly sk: string;
  /** Another after each write; null for what was written before there were any. */
  readonly revision: string | null;
  /** All other attributes; `content` may be large. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a write expects to find: just this revision, an item from before there were any, or nothing. */
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
  stamp(tenantId: string): Promise<void>;
}
