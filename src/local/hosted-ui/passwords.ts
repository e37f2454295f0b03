import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeWholeFile } from '../write-whole-file.ts';
import { hashPassword, isPassword, type PasswordHash } from './password.ts';

export interface Passwords {
  /** Takes as long for nobody as for a user. */
  fits(userId: string | undefined, guess: string): Promise<boolean>;
  set(userId: string, password: string): Promise<void>;
  forget(userId: string): void;
}

const bytes = z.pipe(
  z.base64url(),
  z.transform((text) => Buffer.from(text, 'base64url')),
);
/** Has a hash to be compared with, and no password. */
const nobody = '';

/** Those that users begin with, by their text: hashing is meant to be slow, so that a process does it once. */
const hashedFirst = new Map<string, Promise<PasswordHash>>();

const stored = z.record(z.string(), z.object({ salt: bytes, hash: bytes }));

/**
 * Passwords by user, compared by their hashes.
 * @param first those that users begin with; hashed when one is asked for, since most starts see no sign-in
 * @param file where changed ones are kept
 */
export function createPasswords(first: ReadonlyMap<string, string>, file: string | undefined): Passwords {
  const changed = new Map(file === undefined ? [] : readChanged(file));
  let hashing: Promise<Map<string, PasswordHash>> | undefined;
  const hashFirst = async () => {
    const hashes = [...first, [nobody, ''] as const].map(async ([id, password]) => {
      const hash = hashedFirst.get(password) ?? hashPassword(password);
      hashedFirst.set(password, hash);
      return [id, await hash] as const;
    });
    return new Map(await Promise.all(hashes));
  };
  return {
    async fits(userId = nobody, guess) {
      hashing ??= hashFirst();
      const hash = changed.get(userId) ?? (await hashing).get(userId);
      return hash !== undefined && (await isPassword(hash, guess)) && userId !== nobody;
    },
    async set(userId, password) {
      changed.set(userId, await hashPassword(password));
      if (file !== undefined) writeChanged(file, changed);
    },
    forget(userId) {
      if (changed.delete(userId) && file !== undefined) writeChanged(file, changed);
    },
  };
}

function readChanged(file: string): Iterable<[string, PasswordHash]> {
  return existsSync(file) ? Object.entries(stored.parse(JSON.parse(readFileSync(file, 'utf8')))) : [];
}

function writeChanged(file: string, changed: ReadonlyMap<string, PasswordHash>): void {
  const encoded = [...changed].map(([id, { salt, hash }]) => [
    id,
    { salt: salt.toString('base64url'), hash: hash.toString('base64url') },
  ]);
  writeWholeFile(file, JSON.stringify(Object.fromEntries(encoded)));
}
