/** What is stored under a tenant's id, whosever it is. */
export interface TenantData {
  /** Counts the items of every table but the directory; reads each table whole. */
  count(tenantId: string): Promise<number>;
  /** Deletes them. @returns how many there were; fewer are left each time that it is interrupted */
  remove(tenantId: string): Promise<number>;
  /** Deletes the tenant's secrets, for good. */
  removeSecrets(tenantId: string): Promise<void>;
}

/** People who sign in to the admin application. */
export interface TenantUsers {
  /** Deletes those of a tenant. @returns how many there were */
  removeOf(tenantId: string, dryRun: boolean): Promise<number>;
}

/** The bytes of people's files. */
export interface TenantFiles {
  /** Deletes those of a tenant; reads the bucket's keys whole. @returns how many there were */
  removeOf(tenantId: string): Promise<number>;
}
