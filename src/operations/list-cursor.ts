import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { InvalidParameterError } from '../domain/errors.ts';
import type { IdKeys } from '../domain/id-keys.ts';
import { deriveId, hashOf } from './derive-id.ts';

/** What a list is asked, by whom: a cursor is of use for the same question only. */
export function questionOf(tenantId: string, operation: string, query: object): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(tenantId, operation, JSON.stringify(asked));
}

/** A position in a list as a client gets it, signed together with its question. */
export function cursorOf(keys: IdKeys, question: string, position: string): string {
  const signature = deriveId(keys[0], 'cursor', question, position);
  return Buffer.from(JSON.stringify([position, signature])).toString('base64url');
}

const cursorContent = z.tuple([z.string(), z.string()]);

/**
 * Reads a cursor back.
 * @param keys of ids; a cursor that was signed before a rotation is good as long as its key is kept
 * @throws InvalidParameterError for one that was forged, or given to another tenant or question
 */
export function positionOf(keys: IdKeys, cursor: string, question: string): string {
  try {
    const [position, signature] = cursorContent.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    const given = Buffer.from(signature);
    const isOurs = keys
      .map((key) => Buffer.from(deriveId(key, 'cursor', question, position)))
      .map((expected) => given.length === expected.length && timingSafeEqual(given, expected));
    if (isOurs.includes(true)) return position;
  } catch {
    // Said below.
  }
  throw new InvalidParameterError('cursor: this list has not given it for this question');
}
