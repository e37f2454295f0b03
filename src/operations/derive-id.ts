import { createHmac, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { IdKey } from '../domain/message-ids.ts';

const idBytes = 18;
const keys = new Map<string, KeyObject>();

/** A keyed hash of the parts behind the key's name: the same for the same parts, not guessable without the key. @see design 2.2 */
export function deriveId({ id, secret }: IdKey, ...parts: readonly string[]): string {
  // Made of a text, each HMAC takes Node six times as long; a process has few of these secrets.
  const known = keys.get(secret) ?? createSecretKey(secret, 'utf8');
  keys.set(secret, known);
  const digest = createHmac('sha256', known).update(JSON.stringify(parts)).digest();
  return id + digest.subarray(0, idBytes).toString('base64url');
}

/** Derives the key of a provider's message and of its turn. @see design 5.3 */
export function receivedKey(
  key: IdKey,
  tenantId: string,
  account: { readonly channel: string; readonly id: string },
  providerMessageId: string,
): string {
  return deriveId(key, 'received', tenantId, account.channel, account.id, providerMessageId);
}

/** Returns the salted hash by which an IP address is counted. @see design 2.4 */
export function addressKey(key: IdKey, tenantId: string, sourceIp: string): string {
  // The common notation needs no parsing, so the library isn't loaded.
  return deriveId(key, 'address', tenantId, isIPv4(sourceIp) ? sourceIp : addressGroup(sourceIp));
}

/** A home has one IPv4 address, or a whole /64 of IPv6. @see design 2.4 */
const ipv6PrefixBytes = 8;

/** The address whose callers count as one: an IPv4 address, an IPv6 network of 64 bits. What is no address is itself. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  if (known.kind() === 'ipv4') return known.toString();
  return Buffer.from(known.toByteArray().slice(0, ipv6PrefixBytes)).toString('hex');
}

/** A hash of parts, one of them secret: it reveals nothing about them. */
export function hashOf(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** Returns the hash that identifies an API key: of its random part, which is too long to guess. @see handoff.md 5 */
export function serviceKeyHash(random: string): string {
  return hash('sha256', `service key ${random}`, 'base64url');
}

/** An unguessable id. */
export function randomId(): string {
  return randomBytes(idBytes).toString('base64url');
}

/** SHA-256 of the canonical JSON (RFC 8785 order of keys) of a validated body. @see design 2.3 */
export function fingerprintOf(body: unknown): string {
  return hash('sha256', canonicalJson(body), 'base64url');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
