import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { GatewayError } from '../../domain/errors.ts';
import { invalidCredentials } from '../../domain/problems.ts';

/** Fresh in each process: digests under it say nothing about what was compared. */
const blind = randomBytes(32);
/** Compared with when nothing is known, so that an unknown account takes as long as a known one; never matches. */
const decoy = randomBytes(32);

/**
 * Whether a secret equals a known one (the current or the previous). Each is evaluated in constant time, whatever
 * the lengths; an empty one never matches.
 */
export function isKnownSecret(given: string | undefined, known: readonly string[]): boolean {
  const digest = (value: string | Buffer) => createHmac('sha256', blind).update(value).digest();
  const candidate = digest(given ?? '');
  const expected = [decoy, ...known.filter((secret) => secret !== '')].map(digest);
  const matches = expected.map((secret) => timingSafeEqual(candidate, secret));
  return given !== undefined && matches.includes(true);
}

/** Returns a key's lookup value, its SHA-256 in hex, so that the directory never stores the key. @see design 2.7 */
export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * Checks a key against the current and the previous one.
 * @throws `invalid_credentials` for a missing or wrong key, or when none is known
 */
export function verifyApiKey(given: string | undefined, known: readonly string[]): void {
  if (!isKnownSecret(given, known)) throw invalidCredentials('the API key is missing or wrong');
}

/** The challenge of a 401 response. @see RFC 7617 section 2 */
const challenge = { 'www-authenticate': 'Basic realm="webhooks", charset="UTF-8"' };

interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Reads an `Authorization: Basic` header.
 * @throws `invalid_credentials` when it is missing or malformed
 * @see RFC 7617 section 2
 */
export function readBasicAuth(header: string | undefined): BasicCredentials {
  const encoded = /^basic +([a-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  const [, username, password] =
    /^([^:]+):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  if (username === undefined || password === undefined) throw refused();
  // No account is called so, and no key of the directory could hold it.
  if (username.length > limits.visitorIdChars) throw refused();
  return { username, password };
}

/**
 * Checks a password against the current and the previous one; for an unknown user they are none.
 * @throws `invalid_credentials` for a wrong password, or when none is known
 */
export function verifyPassword(given: string, known: readonly string[]): void {
  if (!isKnownSecret(given, known)) throw refused();
}

function refused(): GatewayError {
  return invalidCredentials('the user name or the password is wrong', challenge);
}
