import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/**
 * Whether an IP address is on the public internet: not private, loopback or link-local, and not an IPv6 address
 * that contains an IPv4 one (mapped, NAT64, 6to4, and the obsolete `::7f00:1`).
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

/** The literal address that a URL's host is, without brackets; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
}

/**
 * A link to something that a caller keeps elsewhere: https, without a user name or password, on a public host. Which
 * address a name resolves to is not looked up.
 */
export const publicLink = z
  .string()
  .check(
    z.maxLength(2048),
    z.refine(isPublicLink, 'must be an https address of a public host, without a user name or password'),
  );

/** Whether `publicLink` accepts it. */
export function isPublicLink(link: string): boolean {
  // `\` is a `/` to a browser, and spaces and controls are dropped: what people read would not be what is opened.
  if (!/^https:\/\/[^\s\p{Cc}\p{Cf}\\]+$/iu.test(link) || !URL.canParse(link)) return false;
  const { username, password, hostname } = new URL(link);
  return username === '' && password === '' && isPublicHost(hostname);
}

/** Names that resolve inside a network only. @see RFC 6761, RFC 6762, RFC 8375, and ICANN on `.internal` */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|corp|home|home\.arpa)$/;

/** Whether a URL's host can be on the public internet: a public address, or a name that is not of a network's own. */
export function isPublicHost(hostname: string): boolean {
  const address = literalAddress(hostname);
  if (address !== null) return isPublicAddress(address);
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !privateNames.test(name);
}
