import { createHmac } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import { verifyHmacSha256 } from '../checks/hmac.ts';

/** The signed content: the time in seconds since 1970, and the body. */
const signedText = (timeS: string, body: string) => `v1.${timeS}.${body}`;

/** The headers that prove a call to a center, and that it is of now. @see handoff.md 4.1 */
export function centerSignature(secret: string, body: string, nowMs: number): Record<string, string> {
  const timeS = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', secret).update(signedText(timeS, body)).digest('hex');
  return { 'x-signature-time': timeS, 'x-signature-256': `sha256=${digest}` };
}

/**
 * Verifies a center's own signature, made likewise.
 * @throws InvalidSignatureError when it is missing, wrong, or of a time that is not now
 */
export function verifyCenterSignature(
  body: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
  nowMs: number,
): void {
  const timeS = headers['x-signature-time'] ?? '';
  if (!/^\d{1,12}$/.test(timeS) || Math.abs(Number(timeS) * 1000 - nowMs) > limits.signatureAgeMs)
    throw new InvalidSignatureError('x-signature-time is missing or over five minutes off');
  const text = signedText(timeS, Buffer.from(body).toString());
  verifyHmacSha256(Buffer.from(text), headers['x-signature-256'], secrets);
}
