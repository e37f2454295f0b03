import { jsonLanguage } from '@codemirror/lang-json';
import { isObject, type JsonObject } from '../document/document.ts';

/** A definition that was written as JSON; where it is none, in which line it stops being one. */
export type ReadJson = { readonly definition: JsonObject } | { readonly line: number };

export function readJson(text: string): ReadJson {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { definition: value } : { line: 1 };
  } catch {
    return { line: lineOf(text) };
  }
}

/** Browsers tell the place in words of their own, or not at all. */
function lineOf(text: string): number {
  let at = text.length;
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) at = Math.min(at, from);
    },
  });
  return text.slice(0, at).split('\n').length;
}
