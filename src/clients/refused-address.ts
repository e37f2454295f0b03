import { isPublicHost } from '../contract/public-address.ts';

/**
 * Why the guarded client would refuse to call an address, as far as that can be seen before it is called; null where it
 * would not.
 * @param allowedOrigins origins that may be called whatever their scheme and address
 */
export function refusedAddress(address: string, allowedOrigins: readonly string[]): string | null {
  if (!URL.canParse(address)) return 'it is not a valid URL';
  const { origin, protocol, hostname, username, password } = new URL(address);
  if (allowedOrigins.includes(origin)) return null;
  if (protocol !== 'https:') return 'only https addresses can be called';
  if (username !== '' || password !== '') return 'the address holds credentials: send them in a header';
  return isPublicHost(hostname) ? null : `${hostname} is not a public address`;
}
