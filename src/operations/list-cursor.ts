import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { invalidParameter } from '../domain/errors.ts';
import type { IdKeys } from '../domain/message-ids.ts';
import { deriveId, hashOf } from './derive-id.ts';

/** The query of a list and its caller: a cursor is valid only for the same query. */
export function questionOf(tenantId: string, operation: string, query: object): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(tenantId, operation, JSON.stringify(asked));
}

/** A position in a list as a client gets it, signed together with its question. */
export function cursorOf(keys: IdKeys, question: string, position: string): string {
  return Buffer.from(JSON.stringify([position, signatureOf(keys[0], question, position)])).toString(
    'base64url',
  );
}

/** Signs a position for a query. */
export function signatureOf(key: IdKeys[0], question: string, position: string): string {
  return deriveId(key, 'cursor', question, position);
}

/** Whether the signature of a position is valid. Signatures from before a key rotation are, while the key is kept. */
export function isSigned(keys: IdKeys, question: string, position: string, signature: string): boolean {
  const given = Buffer.from(signature);
  const isOurs = keys
    .map((key) => Buffer.from(signatureOf(key, question, position)))
    .map((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return isOurs.includes(true);
}

const cursorContent = z.tuple([z.string(), z.string()]);

/**
 * Reads a cursor back.
 * @param keys of ids; a cursor that was signed before a rotation is good as long as its key is kept
 * @throws `invalid_parameter` for one that was forged, or given to another tenant or question
 */
export function positionOf(keys: IdKeys, cursor: string, question: string): string {
  try {
    const [position, signature] = cursorContent.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    if (isSigned(keys, question, position, signature)) return position;
  } catch {
    // The error is thrown below.
  }
  throw invalidParameter('cursor: this list has not given it for this question');
}
