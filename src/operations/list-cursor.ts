import * as z from 'zod/mini';
import { InvalidParameterError } from '../domain/errors.ts';
import { hashOf } from './derive-id.ts';

/** What a list is asked, by whom: a cursor is of use for the same question only. */
export function questionOf(tenantId: string, operation: string, query: object): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(tenantId, operation, JSON.stringify(asked));
}

/** A position in a list as a client gets it. */
export function cursorOf(question: string, position: string): string {
  return Buffer.from(JSON.stringify([question, position])).toString('base64url');
}

const cursorContent = z.tuple([z.string(), z.string()]);

/** @throws InvalidParameterError for a cursor of another tenant or question */
export function positionOf(cursor: string, question: string): string {
  try {
    const [of, position] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (of === question) return position;
  } catch {
    // Said below.
  }
  throw new InvalidParameterError('cursor: is none that this list has given for this question');
}
