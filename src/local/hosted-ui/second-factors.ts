import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Secrets of authenticator apps by user, in base 32. */
export interface SecondFactors {
  of(userId: string): string | undefined;
  /** Takes the secret that the user's app has shown to hold. */
  enrol(userId: string, secret: string): void;
}

const stored = z.record(z.string(), z.string());

/**
 * @param first those that users begin with
 * @param file where enrolled ones are kept; without it they are forgotten
 */
export function createSecondFactors(
  first: ReadonlyMap<string, string>,
  file: string | undefined,
): SecondFactors {
  const enrolled = new Map(
    file !== undefined && existsSync(file)
      ? Object.entries(stored.parse(JSON.parse(readFileSync(file, 'utf8'))))
      : [],
  );
  return {
    of: (userId) => enrolled.get(userId) ?? first.get(userId),
    enrol(userId, secret) {
      enrolled.set(userId, secret);
      if (file !== undefined)
        writeFileSync(file, JSON.stringify(Object.fromEntries(enrolled)), { mode: 0o600 });
    },
  };
}
