import { isObject, type JsonObject } from '../document/document.ts';

/** A definition that was written as JSON; where it is none, in which line it stops being one. */
export type ReadJson = { readonly definition: JsonObject } | { readonly line: number };

export function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { definition: value } : { line: 1 };
  } catch (error) {
    return { line: lineOf(text, error) };
  }
}

/** Browsers tell the place in words of their own, each in another way. */
function lineOf(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const [, line] = /line (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const at = position === undefined ? text.length : Number(position);
  return text.slice(0, at).split('\n').length;
}
