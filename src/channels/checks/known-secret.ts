import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
