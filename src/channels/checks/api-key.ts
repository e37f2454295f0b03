import { createHash } from 'node:crypto';
import { invalidCredentials } from '../../domain/problems.ts';
import { isKnownSecret } from './known-secret.ts';

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
