import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { InvalidSignatureError } from '../../domain/errors.ts';

const wellFormed = /^sha256=([0-9a-f]{64})$/;

/**
 * Checks `sha256=<lowercase hex>` over the exact raw bytes with the current and the previous secret.
 * @throws InvalidSignatureError for another algorithm, a malformed or wrong digest, or when there is no secret
 * @see spec "Rules for the HMAC check of the first webhook"
 */
export function verifyHmacSha256(
  rawBody: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): void {
  if (!bodySignature(rawBody, header).isBy(secrets)) throw new InvalidSignatureError();
}

/** The signature of a body whose parts may be of several tenants. */
export interface BodySignature {
  /**
   * Whether the signature was made with one of these secrets. Every secret is evaluated in constant time before
   * the decision; repeated secrets are computed once.
   */
  isBy(secrets: readonly string[]): boolean;
}

/**
 * Reads a signature header, before anything is computed over the body or read in it.
 * @throws InvalidSignatureError when it is missing or not of the form `sha256=<lowercase hex>`
 */
export function bodySignature(rawBody: Uint8Array, header: string | undefined): BodySignature {
  const digest = wellFormed.exec(header ?? '')?.[1];
  if (digest === undefined) throw new InvalidSignatureError();
  const given = Buffer.from(digest, 'hex');
  const known = new Map<string, boolean>();
  /** Stands in when no secret is known, so that an unknown account takes as long as a known one; never matches. */
  const decoy = randomBytes(32).toString('hex');
  const isMadeWith = (secret: string): boolean => {
    const answer =
      known.get(secret) ??
      timingSafeEqual(given, createHmac('sha256', secretKey(secret)).update(rawBody).digest());
    known.set(secret, answer);
    return answer;
  };
  return {
    isBy: (secrets) => {
      // An empty secret would verify a signature that anyone can compute.
      const usable = secrets.filter((secret) => secret !== '');
      const matches = (usable.length > 0 ? usable : [decoy]).map(isMadeWith);
      return usable.length > 0 && matches.includes(true);
    },
  };
}

const keys = new Map<string, KeyObject>();
const remembered = 100;

/** A secret as `createHmac` takes it: made of a text or of bytes, each HMAC takes Node six times as long. */
export function secretKey(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (keys.size >= remembered) keys.clear();
  const key = createSecretKey(secret, 'utf8');
  keys.set(secret, key);
  return key;
}
