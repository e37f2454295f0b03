/** A tenant's secrets by name, by who reads them: what verifies, and what only sends. */
export type TenantSecretValues = Readonly<Record<'verifying' | 'sending', Readonly<Record<string, string>>>>;

/** The store of tenants' secrets as whoever changes them sees it: never from a cache. @see design 6, 9 */
export interface TenantSecretStore {
  read(tenantId: string): Promise<TenantSecretValues>;
  /**
   * Changes what is stored; nobody else's change in between is lost.
   * @param change may be asked again, with what is stored by then
   * @throws TemporarilyUnavailableError when others keep writing
   */
  change(tenantId: string, change: (stored: TenantSecretValues) => TenantSecretValues): Promise<void>;
}
