import { createHmac } from 'node:crypto';

/** The identity secret of acme's widgets. */
export const identitySecret = 'development-only-visitor-identity-secret';
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A visitor's token of ten minutes; `key` signs it. */
export function tokenOf(
  claims: object,
  key = identitySecret,
  head: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = `${base64url(head)}.${base64url({ exp, ...claims })}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
