import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type IdKeys, keyOfId } from '../../domain/message-ids.ts';
import { deriveId } from '../derive-id.ts';

/** The content of a test link's token. */
export interface TestToken {
  readonly tenantId: string;
  readonly flowId: string;
  readonly linkId: string;
  /** Proves that the token is genuine, even to someone who can read the store. */
  readonly secret: string;
}

const secretBytes = 24;
const form = /^([A-Za-z0-9_-]{8,440})\.([A-Za-z0-9_-]{32})\.([A-Za-z0-9_-]{20,40})$/;
const named = z.tuple([z.string(), z.string(), z.string()]);

/** Returns a secret for a new link. */
export const newTestSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** Returns what is stored of a secret: it is too long to be guessed, and so needs no salt. */
export const testSecretHash = (secret: string): string => hash('sha256', `test link ${secret}`, 'base64url');

/** Returns the token: what it names, its secret, and a signature, so that a made-up one costs no look at the store. */
export function signTestToken(keys: IdKeys, { tenantId, flowId, linkId, secret }: TestToken): string {
  const name = Buffer.from(JSON.stringify([tenantId, flowId, linkId])).toString('base64url');
  return `${name}.${secret}.${deriveId(keys[0], 'test-link', name, secret)}`;
}

/** Returns what a token names; null for one that the gateway has not signed. */
export function readTestToken(keys: IdKeys, token: string): TestToken | null {
  const [, name = '', secret = '', signature = ''] = form.exec(token) ?? [];
  if (name === '') return null;
  const wanted = Buffer.from(deriveId(keyOfId(keys, signature), 'test-link', name, secret));
  const given = Buffer.from(signature);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [tenantId, flowId, linkId] = named.parse(JSON.parse(Buffer.from(name, 'base64url').toString()));
  return { tenantId, flowId, linkId, secret };
}

/** Compares a secret with a stored hash in constant time. */
export const isSecretOf = (secret: string, stored: string): boolean =>
  timingSafeEqual(Buffer.from(testSecretHash(secret)), Buffer.from(stored));
