import { escapeValues, type WrittenPart } from './rich/escape-values.ts';

/** What stands for something in a saved reply: `{{ user.firstName }}`, or with what is said without it: `{{ user.firstName | there }}`. */
const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;

/** What fills a saved reply, by name. */
export type CannedValues = Readonly<Record<string, string | undefined>>;

/**
 * A saved reply as it can be said, in which values are text whatever marks they hold; what nothing fills, and has nothing
 * for that, stands as it is. @see console.md 5
 */
export function filled(text: string, values: CannedValues): string {
  const parts: WrittenPart[] = [];
  let reached = 0;
  for (const { 0: written, 1: name = '', 2: otherwise, index } of text.matchAll(placeholder)) {
    const value = values[name]?.trim();
    parts.push({ text: text.slice(reached, index) });
    parts.push(value ? { value } : { text: otherwise?.trim() ?? written });
    reached = index + written.length;
  }
  return escapeValues([...parts, { text: text.slice(reached) }]);
}

/** The names of what is still to be filled in a text. */
export function unfilled(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}
