import ipaddr from 'ipaddr.js';

/** A home has one IPv4 address, or a whole /64 of IPv6. @see design 2.4 */
const ipv6PrefixBytes = 8;

/** The address whose callers count as one: an IPv4 address, an IPv6 network of 64 bits. What is no address is itself. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  if (known.kind() === 'ipv4') return known.toString();
  return Buffer.from(known.toByteArray().slice(0, ipv6PrefixBytes)).toString('hex');
}
