import { searchLimits } from '../../contract/limits.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { matchesWord } from '../../domain/search-words.ts';
import { foldText, normalizeTyped } from '../../engine/typed-text.ts';

/** A word where a text has it, in UTF-16 units. */
interface Span {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the words of every script, also of those without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const between = /[^\p{L}\p{N}\p{M}]+/u;
/** A phone or account number as people type it: `+49 (170) 123-4567`. */
const numberRun = /\+?\d[\d ()./\u2010-\u2015-]{5,20}\d/g;
const leastDigits = 7;

/** A text on one line, without invisible characters: what words and highlights are counted in. */
export function plainText(text: string): string {
  return text.replace(unseen, '').replace(/\s+/gu, ' ').trim();
}

/** Words without case, accents, and digits of other scripts; long ones are cut. */
function foldedWords(text: string): string[] {
  return foldText(text)
    .normalize('NFC')
    .split(between)
    .flatMap((word) => (word === '' ? [] : [...word].slice(0, searchLimits.wordChars).join('')));
}

/** Numbers that are written in groups, as one. @param text without invisible characters */
function numbersIn(text: string): Span[] {
  const digits = text.replace(/[^\P{Nd}0-9]/gu, (digit) => normalizeTyped(digit).padEnd(digit.length));
  return [...digits.matchAll(numberRun)].flatMap(({ 0: run, index }) => {
    const word = run.replace(/\D/g, '');
    return word.length < leastDigits || word === run ? [] : [{ word, start: index, end: index + run.length }];
  });
}

/** The words of a text, and numbers in groups a second time as one. @param text of `plainText` */
export function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { segment, index: start } of segmenter.segment(text))
    for (const word of foldedWords(segment)) spans.push({ word, start, end: start + segment.length });
  return [...spans, ...numbersIn(text)];
}

/** The first different words of a text. */
export function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const { word } of spansOf(plainText(text).slice(0, searchLimits.textChars))) {
    words.add(word);
    if (words.size === searchLimits.wordsPerText) break;
  }
  return [...words];
}

/** The words that are searched for; a number in groups counts as one. */
export function queryWords(query: string): readonly string[] {
  const text = plainText(query);
  const numbers = numbersIn(text);
  const words = spansOf(text).filter(
    (span) => numbers.some(({ word }) => word === span.word) || !numbers.some((whole) => isIn(span, whole)),
  );
  const all = [...new Set(words.map(({ word }) => word))];
  // "inv invoice" asks for no more than "invoice".
  return all.filter((word) => !all.some((other) => other !== word && matchesWord(word, other)));
}

const isIn = (span: Span, whole: Span) => span.start >= whole.start && span.end <= whole.end;

/** The words of a query. @throws `invalid_parameter` for one without words, or with too many */
export function searchedWords(q: string): readonly string[] {
  const words = queryWords(q);
  if (words.length === 0) throw invalidParameter('q: has no word');
  if (words.length > searchLimits.queryWords)
    throw invalidParameter(`q: has more than ${searchLimits.queryWords} words`);
  return words;
}

/** A part of a text with the places of what was found. */
export interface Snippet {
  readonly text: string;
  /** Start and end of each, in UTF-16 units; in order, apart. */
  readonly marks: readonly (readonly [number, number])[];
}

/**
 * Cuts out the part of a text around the first words that are found.
 * @returns how many of the searched words the text has, too
 */
export function snippetOf(
  original: string,
  searched: readonly string[],
): Snippet & { readonly found: number } {
  const text = plainText(original).slice(0, searchLimits.textChars);
  const hits = spansOf(text).flatMap((span) => {
    const of = searched.filter((word) => matchesWord(word, span.word));
    return of.length > 0 ? [{ ...span, of }] : [];
  });
  const first = Math.min(...hits.map(({ start }) => start), text.length);
  const from =
    first > searchLimits.snippetLeadChars ? charStart(text, first - searchLimits.snippetLeadChars) : 0;
  const until = charStart(text, from + searchLimits.snippetChars);
  const [lead, rest] = [from > 0 ? '…' : '', until < text.length ? '…' : ''];
  const moved = hits
    .filter(({ start, end }) => start >= from && end <= until)
    .map(({ start, end }) => [start - from + lead.length, end - from + lead.length] as const);
  return {
    text: lead + text.slice(from, until) + rest,
    marks: apart(moved),
    found: new Set(hits.flatMap(({ of }) => of)).size,
  };
}

/** Not within a surrogate pair, nor before a mark. */
function charStart(text: string, at: number): number {
  let start = Math.min(at, text.length);
  while (start > 0 && start < text.length && /^[\p{M}\udc00-\udfff]/u.test(text.slice(start, start + 1)))
    start -= 1;
  return start;
}

function apart(marks: readonly (readonly [number, number])[]) {
  const merged: [number, number][] = [];
  for (const [start, end] of [...marks].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
