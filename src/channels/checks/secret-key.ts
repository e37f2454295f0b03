import { createSecretKey, type KeyObject } from 'node:crypto';

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
