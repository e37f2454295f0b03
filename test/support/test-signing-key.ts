import { randomUUID } from 'node:crypto';
import { generateSigningKey, type SigningKey } from '../../src/local/hosted-ui/signing-keys.ts';

let made: Promise<SigningKey> | undefined;

/** A key that no other stack knows by its name; the numbers behind it take long to find, and all tests of a process share them. */
export async function testSigningKey(): Promise<SigningKey> {
  made ??= generateSigningKey();
  return { ...(await made), kid: randomUUID() };
}
