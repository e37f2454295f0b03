import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyHmacSha256 } from '../../../src/channels/checks/hmac.ts';
import { InvalidSignatureError } from '../../../src/domain/errors.ts';

const body = Buffer.from('{"object": "whatsapp_business_account" }');
const hex = (raw: Uint8Array, secret: string) => createHmac('sha256', secret).update(raw).digest('hex');
const digest = hex(body, 'current');

describe('an HMAC signature', () => {
  it('is accepted with the current secret and with the previous one', () => {
    for (const secrets of [['current'], ['next', 'current'], ['current', 'older'], ['', 'current']]) {
      expect(() => verifyHmacSha256(body, `sha256=${digest}`, secrets)).not.toThrow();
    }
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another algorithm', `sha1=${digest}`],
    ['an algorithm in upper case', `SHA256=${digest}`],
    ['no algorithm', digest],
    ['a digest in upper case', `sha256=${digest.toUpperCase()}`],
    ['a digest that is too short', `sha256=${digest.slice(2)}`],
    ['a digest that is too long', `sha256=${digest}00`],
    ['spaces around it', ` sha256=${digest} `],
    ['two signatures', `sha256=${digest},sha256=${digest}`],
    ['something behind another equals sign', `sha256=${digest}=`],
    ["another tenant's digest", `sha256=${hex(body, 'other')}`],
    [
      "a re-serialised body's digest",
      `sha256=${hex(Buffer.from(JSON.stringify(JSON.parse(`${body}`))), 'current')}`,
    ],
  ])('is refused for %s', (_, header) => {
    expect(() => verifyHmacSha256(body, header, ['current'])).toThrow(InvalidSignatureError);
  });

  it('is refused when there is no secret, and for an empty one', () => {
    for (const secrets of [[], [''], ['', '']]) {
      expect(() => verifyHmacSha256(body, `sha256=${hex(body, '')}`, secrets)).toThrow(InvalidSignatureError);
    }
  });

  it('is accepted over any bytes, and refused once any bit of them is flipped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat({ max: 7 }), (raw, at, bit) => {
        const header = `sha256=${hex(raw, 'current')}`;
        verifyHmacSha256(raw, header, ['current']);
        const flipped = raw.map((byte, n) => (n === at % raw.length ? byte ^ (1 << bit) : byte));
        expect(() => verifyHmacSha256(flipped, header, ['current'])).toThrow(
          expect.objectContaining({ code: 'invalid_signature', status: 401 }),
        );
      }),
    );
  });
});
