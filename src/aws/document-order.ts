import { isDeepStrictEqual } from 'node:util';
import { type Item, packJson, unpackJson } from './items.ts';

// DynamoDB doesn't keep the order of a map's keys, and in a tenant's documents it matters: a text falls back
// to its first language, and a step sets its variables in order.

/** Adds the document of a directory item a second time, as JSON, which keeps the order of its keys. */
export function withOrder<T extends object>(item: T): T & { readonly ordered?: Uint8Array } {
  const document = 'document' in item ? item.document : null;
  if (typeof document !== 'object' || document === null) return item;
  try {
    return { ...item, ordered: packJson(document) };
  } catch (error) {
    // A number beyond what JSON holds, which no document of ours has: the map keeps it.
    if (error instanceof TypeError) return item;
    throw error;
  }
}

/**
 * Returns the document of a directory item with its keys in the order in which they were written. The map decides what
 * the document is: the release before writes only that, and so does a change of a single field.
 */
export function documentOf({ document, ordered }: Item): unknown {
  if (!(ordered instanceof Uint8Array)) return document;
  const inOrder = unpackJson(ordered);
  return isDeepStrictEqual(inOrder, document) ? inOrder : document;
}
