import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeWholeFile } from '../write-whole-file.ts';

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
  const changed = new Map(
    file !== undefined && existsSync(file)
      ? Object.entries(stored.parse(JSON.parse(readFileSync(file, 'utf8'))))
      : [],
  );
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
