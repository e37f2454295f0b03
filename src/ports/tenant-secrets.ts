/** A tenant's secrets by name; empty when it has none. @see design 6 */
export interface TenantSecrets {
  read(tenantId: string): Promise<Readonly<Record<string, string>>>;
  /** Asks the store again, for one who was told that a secret no longer holds. */
  readAnew(tenantId: string): Promise<Readonly<Record<string, string>>>;
}
