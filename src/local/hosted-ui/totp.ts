import { createHmac, timingSafeEqual } from 'node:crypto';

const stepS = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes base 32. @throws Error for another letter @see RFC 4648 section 6 */
export function decodeBase32(text: string): Buffer {
  let bits = 0;
  let value = 0;
  const bytes: number[] = [];
  for (const letter of text.replaceAll(/[\s=]/g, '').toUpperCase()) {
    const index = alphabet.indexOf(letter);
    if (index < 0) throw new Error('not base 32');
    value = (value << 5) | index;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** Encodes in base 32, without padding. @see RFC 4648 section 6 */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The code of a counter. @see RFC 4226 section 5.3 */
export function hotp(secret: Buffer, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(moving).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const code = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(code % 10 ** digits).padStart(digits, '0');
}

/** The step of time that a code belongs to. @see RFC 6238 section 4.2 */
export function timeStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepS);
}

/**
 * Finds the step whose code this is: the present one, the one before or the one after.
 * @param usedStep the step of the last code taken: none is taken twice, nor an older one
 * @returns null when the code fits none
 * @see RFC 6238 section 5.2
 */
export function matchTotp(secret: Buffer, code: string, nowMs: number, usedStep: number): number | null {
  const now = timeStep(nowMs);
  const fitting = [now - 1, now, now + 1].filter((step) => sameText(hotp(secret, step), code));
  return fitting.find((step) => step > usedStep) ?? null;
}

function sameText(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
