/**
 * Where the admin application may run: the gateway serves it, under both names of this machine; others may be added.
 * @param added separated by commas
 */
export function appOrigins(gatewayUrl: string, added: string | undefined): string[] {
  const asName = gatewayUrl.replace('127.0.0.1', 'localhost');
  return [...new Set([gatewayUrl, asName, ...(added ?? '').split(',').filter(Boolean)])];
}
