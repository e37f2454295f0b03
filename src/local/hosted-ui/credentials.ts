import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { readKeptFile, writeWholeFile } from '../write-whole-file.ts';

/** A stored password. */
export interface PasswordHash {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const hashBytes = 32;
const saltBytes = 16;

/** The longest password that is looked at: hashing is meant to be slow. */
export const maxPasswordLength = 256;

/** Cognito's password policy. @see lib/identity-stack.ts */
export const passwordRule =
  'At least 12 characters with an uppercase letter, a lowercase letter, a digit and a symbol.';

/** The message for a password that violates it. */
export const weakPassword = { kind: 'error', text: `The password is too weak. ${passwordRule}` } as const;

/** Whether a new password satisfies `passwordRule`. */
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

/** Secrets of authenticator apps by user, in base 32. */
export interface SecondFactors {
  of(userId: string): string | undefined;
  /** Takes the secret that the user's app has shown to hold. */
  enrol(userId: string, secret: string): void;
  forget(userId: string): void;
}

/** Null is one that is forgotten. */
const stored = z.record(z.string(), z.nullable(z.string()));

/**
 * @param first those that users begin with
 * @param file where enrolled ones are kept; without it they are forgotten
 */
export function createSecondFactors(
  first: ReadonlyMap<string, string>,
  file: string | undefined,
): SecondFactors {
  const changed = new Map(Object.entries(readKeptFile(file, stored) ?? {}));
  const change = (userId: string, secret: string | null) => {
    changed.set(userId, secret);
    if (file !== undefined) writeWholeFile(file, JSON.stringify(Object.fromEntries(changed)));
  };
  return {
    of: (userId) => (changed.has(userId) ? (changed.get(userId) ?? undefined) : first.get(userId)),
    enrol: change,
    forget: (userId) => change(userId, null),
  };
}

/** Slows down guessing. */
export interface GuessLimit {
  /** Counts an attempt before it is judged. @returns how long to wait when it may not be made, else 0 */
  take(key: string): number;
  /** A right guess forgets the wrong ones. */
  clear(key: string): void;
}

const freeAttempts = 5;
const longestWaitMs = 15 * 60_000;
const rememberedKeys = 10_000;

/**
 * After five attempts the wait doubles with each, from a second to 15 minutes, as with Cognito; 15 quiet minutes forget
 * them. It is the same for a name that nobody has.
 */
export function createGuessLimit(now: () => number): GuessLimit {
  const attempts = new Map<string, { count: number; nextAtMs: number }>();
  return {
    take(key) {
      const at = now();
      const last = attempts.get(key);
      if (last && at < last.nextAtMs) return last.nextAtMs - at;
      const isForgotten = !last || at - last.nextAtMs >= longestWaitMs;
      const count = isForgotten ? 1 : last.count + 1;
      const waitMs = count < freeAttempts ? 0 : Math.min(1000 * 2 ** (count - freeAttempts), longestWaitMs);
      // Deleted first, so that the map stays ordered by the last attempt.
      attempts.delete(key);
      attempts.set(key, { count, nextAtMs: at + waitMs });
      const [oldest] = attempts.keys();
      if (attempts.size > rememberedKeys && oldest !== undefined) attempts.delete(oldest);
      return 0;
    },
    clear: (key) => void attempts.delete(key),
  };
}

/** Lifetimes in seconds. */
export interface Lifetimes {
  readonly codeS: number;
  readonly accessTokenS: number;
  readonly idTokenS: number;
  readonly refreshTokenS: number;
  /** A pending sign-in. */
  readonly interactionS: number;
  /** The hosted session, during which no password is asked for again. */
  readonly sessionS: number;
}

/** Cognito's own, and those of the client. @see lib/identity.ts, spec "Administration sign-in" */
export const defaultLifetimes: Lifetimes = {
  codeS: 60,
  accessTokenS: 15 * 60,
  idTokenS: 15 * 60,
  refreshTokenS: 12 * 3600,
  interactionS: 3600,
  sessionS: 3600,
};
