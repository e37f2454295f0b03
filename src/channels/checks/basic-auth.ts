import { limits } from '../../contract/limits.ts';
import type { GatewayError } from '../../domain/errors.ts';
import { invalidCredentials } from '../../domain/problems.ts';
import { isKnownSecret } from './known-secret.ts';

/** The challenge of a 401 response. @see RFC 7617 section 2 */
const challenge = { 'www-authenticate': 'Basic realm="webhooks", charset="UTF-8"' };

export interface BasicCredentials {
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
