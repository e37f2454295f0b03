import ipaddr from 'ipaddr.js';
import { GatewayError } from '../../domain/errors.ts';

/**
 * Checks that an address is in one of the networks (`192.0.2.0/24`, `2001:db8::/32`, or a single address).
 * An IPv4 address mapped into IPv6 counts as the IPv4 address. A missing or empty list allows no one.
 * @param address what API Gateway saw, never one from a header
 * @throws `address_not_allowed` for an address of none, and for what is no address
 * @see design 2.7
 */
export function verifyAddress(address: string, networks: readonly string[] | undefined): void {
  const caller = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const allowed = caller !== null && (networks ?? []).some((network) => contains(network, caller));
  if (!allowed) throw new GatewayError('address_not_allowed');
}

const hostBitsV6 = 64;

/** The range from which one caller can choose addresses: an IPv4 address itself, an IPv6 address's /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${hostBitsV6}`).toString()
    : parsed.toString();
}

/** `::ffff:0:0/96` holds the IPv4 addresses. @see RFC 4291 section 2.5.5.2 */
const mappedPrefixBits = 96;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A malformed network contains nothing. */
function contains(network: string, address: Address): boolean {
  const [base, bits] = rangeOf(network) ?? [];
  return base !== undefined && base.kind() === address.kind() && address.match(base, bits ?? 0);
}

function rangeOf(network: string): [Address, number] | null {
  if (!ipaddr.isValidCIDR(network)) return ipaddr.isValid(network) ? single(ipaddr.process(network)) : null;
  const [base, bits] = ipaddr.parseCIDR(network);
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= mappedPrefixBits;
  return mapped ? [base.toIPv4Address(), bits - mappedPrefixBits] : [base, bits];
}

function single(address: Address): [Address, number] {
  return [address, address.toByteArray().length * 8];
}
