import type { Json } from './interfaces.ts';

/** A value as a person reads it: null is nothing, lists and objects are JSON. */
export function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
