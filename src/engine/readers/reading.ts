import type { Json } from '../interfaces.ts';

/** Answers that are read as something else than the text that was typed. */
export type ReadableType = 'number' | 'email' | 'phone' | 'date' | 'time';

/** Why what was typed is no answer, besides that it can't be read. */
export type ReadingProblem =
  | 'unreadable'
  /** A number of a country that is not known. */
  | 'noCountry'
  /** No telephone has this number. */
  | 'noSuchNumber'
  | 'isDate'
  | 'noSuchDate';

/** The result of parsing a visitor's answer. */
export type Reading =
  | { readonly kind: 'value'; readonly value: Json }
  /** It may mean each of these. */
  | { readonly kind: 'ambiguous'; readonly values: readonly Json[] }
  | { readonly kind: 'problem'; readonly problem: ReadingProblem };

/** Numbers, dates and so on are far shorter. A longer text is rejected without parsing. */
export const longestRead = 200;

export const unreadable: Reading = { kind: 'problem', problem: 'unreadable' };

/** The one value that is meant, or each that may be. */
export function readingOf(values: Iterable<Json>): Reading {
  const [value, ...others] = new Set(values);
  if (value === undefined) return unreadable;
  return others.length === 0 ? { kind: 'value', value } : { kind: 'ambiguous', values: [value, ...others] };
}
