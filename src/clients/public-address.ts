import type { LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';

const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet: neither private, loopback, link-local nor an IPv6 address that
 * holds an IPv4 one (mapped, NAT64, 6to4, and the forgotten `::7f00:1`).
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}

/** The literal address that a URL's host is, without brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
}

/** Keeps what may be connected to. */
export function publicAddresses(addresses: readonly LookupAddress[]): LookupAddress[] {
  return addresses.filter(({ address }) => isPublicAddress(address));
}
