/**
 * Secrets of tenants: one for what verifies and what flows send, which many functions read, and one for the tokens that
 * messages are sent with, which only the connector does. @see design 6
 * @param tenantPrefix what the names of the first begin with, such as `gateway-prod-tenant/`
 * @returns what the names of the second begin with: `gateway-prod-tenant-sending/`
 */
export function sendingSecretPrefix(tenantPrefix: string): string {
  return tenantPrefix.replace(/\/?$/, '-sending/');
}
