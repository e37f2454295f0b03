import { createHmac, timingSafeEqual } from 'node:crypto';
import { InvalidSignatureError } from '../../domain/errors.ts';

const digestHex = /^[0-9a-f]{64}$/;

/**
 * Checks `sha256=<lowercase hex>` over the exact raw bytes with the current and the previous secret.
 * Every secret is evaluated, in constant time, before anything is decided.
 * @throws InvalidSignatureError for another algorithm, a malformed or wrong digest, or when there is no secret
 * @see spec "Rules for the HMAC check of the first webhook"
 */
export function verifyHmacSha256(
  rawBody: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
): void {
  const [algorithm, digest, ...rest] = (header ?? '').split('=');
  const wellFormed = algorithm === 'sha256' && digestHex.test(digest ?? '') && rest.length === 0;
  const given = Buffer.from(wellFormed ? (digest ?? '') : '', 'hex');
  const matches = secrets
    // An empty secret would verify what anybody can compute.
    .filter((secret) => secret !== '')
    .map((secret) => createHmac('sha256', secret).update(rawBody).digest())
    .map((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!wellFormed || !matches.includes(true)) throw new InvalidSignatureError();
}
