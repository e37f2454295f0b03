import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { InvalidSignatureError } from '../../domain/errors.ts';

const digestHex = /^[0-9a-f]{64}$/;
/** Stands in when no secret is known, so that an unknown account takes as long as a known one; never matches. */
const decoy = randomBytes(32);

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
  if (!isSignedWithOneOf(rawBody, header, secrets)) throw new InvalidSignatureError();
}

/**
 * Whether the header is the signature by one of the secrets, for bodies whose parts may be of several tenants.
 * Every secret is evaluated, in constant time, before anything is decided.
 */
export function isSignedWithOneOf(
  rawBody: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): boolean {
  const [algorithm, digest, ...rest] = (header ?? '').split('=');
  const wellFormed = algorithm === 'sha256' && digestHex.test(digest ?? '') && rest.length === 0;
  const given = Buffer.from(wellFormed ? (digest ?? '') : '', 'hex');
  // An empty secret would verify what anybody can compute.
  const known = secrets.filter((secret) => secret !== '');
  const matches = (known.length > 0 ? known : [decoy])
    .map((secret) => createHmac('sha256', secret).update(rawBody).digest())
    .map((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return wellFormed && matches.includes(true);
}
