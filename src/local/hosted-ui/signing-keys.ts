import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { readKeptFile, writeWholeFile } from '../write-whole-file.ts';

/** A key of the user pool; the first of a list signs, the others still verify. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const modulusBits = 2048;
const header = z.object({ alg: z.literal('RS256'), kid: z.string() });
const payload = z.record(z.string(), z.unknown());

/** Keys of the hosted sign-in: those of tokens, the first of which signs, and the one of its cookies. */
export interface HostedUiKeys {
  readonly signing: readonly SigningKey[];
  readonly cookie: string;
}

const storedKeys = z.object({
  cookie: z.string(),
  signing: z.array(z.object({ kid: z.string(), pem: z.string() })),
});

/**
 * The keys of a file, or new ones, so that users stay signed in when the stack restarts.
 * @param newKey makes the first key of tokens
 */
export async function openKeys(
  file: string | undefined,
  newKey: () => Promise<SigningKey> = generateSigningKey,
): Promise<HostedUiKeys> {
  const kept = readKeptFile(file, storedKeys);
  if (!kept) {
    const keys = { signing: [await newKey()], cookie: randomBytes(32).toString('base64url') };
    keepKeys(file, keys);
    return keys;
  }
  const signing = kept.signing.map(({ kid, pem }) => ({
    kid,
    privateKey: createPrivateKey(pem),
    publicKey: createPublicKey(pem),
  }));
  return { signing, cookie: kept.cookie };
}

/** Rotates the signing key; tokens of old keys stay valid. */
export async function addSigningKey(file: string | undefined, { signing, cookie }: HostedUiKeys) {
  const keys = { signing: [await generateSigningKey(), ...signing], cookie };
  keepKeys(file, keys);
  return keys;
}

function keepKeys(file: string | undefined, { signing, cookie }: HostedUiKeys): void {
  if (!file) return;
  const stored = signing.map(({ kid, privateKey }) => ({
    kid,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }));
  writeWholeFile(file, JSON.stringify({ cookie, signing: stored }));
}

/** Makes a key of the only kind that Cognito signs with and API Gateway takes. */
export async function generateSigningKey(): Promise<SigningKey> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return { kid: randomUUID(), ...pair };
}

/** Signs claims as a JWT. @see RFC 7515 section 3.1 */
export function signJwt({ kid, privateKey }: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const signed = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

/** The claims of a JWT that one of the keys has signed; null for any other text. */
export function openJwt(keys: readonly SigningKey[], jwt: string): Record<string, unknown> | null {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const parsed = header.safeParse(decode(head));
  const key = parsed.success ? keys.find(({ kid }) => kid === parsed.data.kid) : undefined;
  const signed = Buffer.from(`${head}.${body}`);
  if (!key || !verify('sha256', signed, key.publicKey, Buffer.from(signature, 'base64url'))) return null;
  return payload.parse(decode(body));
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
