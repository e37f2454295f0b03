import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** A password as it is kept. */
export interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashBytes = 32;
const saltBytes = 16;

/** The longest password that is looked at: hashing is meant to be slow. */
export const maxPasswordLength = 256;

/** What Cognito is set to demand of a new password. @see lib/identity-stack.ts */
export const passwordRule =
  'At least 12 characters, with a capital letter, a small letter, a digit and a symbol.';

/** What a page says of one that does not. */
export const weakPassword = { kind: 'error', text: `The password is too weak. ${passwordRule}` } as const;

/** Whether a new password fulfils `passwordRule`. */
export function isStrong(password: string): boolean {
  const wanted = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9\s]/];
  return (
    password.length >= 12 &&
    password.length <= maxPasswordLength &&
    wanted.every((pattern) => pattern.test(password))
  );
}

/** Hashes with scrypt and a salt of its own. @see RFC 7914 */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(saltBytes);
  return { salt, hash: await derive(password, salt, hashBytes) };
}

/** Compares in constant time. */
export async function isPassword({ salt, hash }: PasswordHash, guess: string): Promise<boolean> {
  return timingSafeEqual(hash, await derive(guess, salt, hashBytes));
}

/** A password for a first sign-in, as strong as any. */
export function temporaryPassword(): string {
  return `${randomBytes(9).toString('base64url')}-Aa1`;
}
