import { readFence } from './read-blocks.ts';
import { linkSpan } from './read-inlines.ts';

/** A part of a message: what its author wrote, or a value that was put in. */
export type WrittenPart = { readonly text: string } | { readonly value: string };

/** Stands for one value while the author's own marks are read; of Unicode's private use. */
const slot = '\ue000';
const punctuation = /[!-/:-@[-`{-~•]/;

/**
 * A message in which each value is read as it stands, whatever marks it holds: these are escaped by backslashes, and
 * what cannot be is encoded (in an address) or taken out of its code span. The author's own marks stay marks.
 */
export function escapeValues(parts: readonly WrittenPart[]): string {
  if (parts.every(isPlain) || parts.every((part) => 'text' in part))
    return parts.map((part) => ('value' in part ? part.value : part.text)).join('');
  const values = parts.flatMap((part) => ('value' in part ? [part.value] : []));
  const written = parts.map((part) => ('value' in part ? slot : part.text.replaceAll(slot, ''))).join('');
  let next = 0;
  const take = () => values[next++] ?? '';
  const lines = written.split('\n');
  const escaped: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const fence = readFence(lines, at);
    const { taken } = fence ?? { taken: 1 };
    const block = lines.slice(at, at + taken).join('\n');
    escaped.push(fence ? escapeFence(block, fence.code, take) : escapeLine(block, take));
    at += taken;
  }
  return escaped.join('\n');
}

/** Whether nothing needs escaping: a value of plain words, in a text without code and links. */
function isPlain(part: WrittenPart): boolean {
  return 'value' in part
    ? /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(part.value)
    : !/`|\]\(|\ue000/.test(part.text);
}

const oneLine = (value: string) => value.replace(/\s*\n\s*/g, ' ');

/** A value with backticks could end the code: then all of it is written as text. */
function escapeFence(block: string, code: string, take: () => string): string {
  const values = [...block].filter((character) => character === slot).map(take);
  const filled = (text: string) => {
    const next = values.values();
    return text.replaceAll(slot, () => next.next().value ?? '');
  };
  return values.some((value) => value.includes('`')) ? escapeText(filled(code), '') : filled(block);
}

/** Code within a line: its backticks, and what stands between. */
const codeSpan = /(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/;
const marked = new RegExp(`${codeSpan.source}|${linkSpan.source}|${slot}|\`+`, 'g');

function escapeLine(line: string, take: () => string): string {
  let escaped = '';
  let reached = 0;
  for (const match of line.matchAll(marked)) {
    const [found, ticks, code, label, target] = match;
    escaped += line.slice(reached, match.index);
    reached = match.index + found.length;
    // The author's own that open no code: a value's could close them.
    if (found.startsWith('`') && ticks === undefined) escaped += found.replaceAll('`', '\\`');
    else if (ticks !== undefined) escaped += escapeCode(ticks, code ?? '', take, escaped);
    else if (label !== undefined && target !== undefined)
      escaped += `${found.startsWith('!') ? '!' : ''}[${label.replaceAll(slot, () => escapeText(oneLine(take()), '[', true))}](${target.replaceAll(slot, () => encodeURIComponent(take().toWellFormed()))})`;
    else {
      // The author's own backslash would take that of the value's first mark.
      if (/(?<!\\)(?:\\\\)*\\$/.test(escaped)) escaped += '\\';
      escaped += escapeText(take(), escaped);
    }
  }
  return escaped + line.slice(reached);
}

/** A value with backticks or line breaks is not held by a code span: it is written as text. */
function escapeCode(ticks: string, code: string, take: () => string, before: string): string {
  const values = [...code].filter((character) => character === slot).map(take);
  const next = values.values();
  if (!values.some((value) => /[`\n]|^\s|\s$/.test(value) || value === ''))
    return ticks + code.replaceAll(slot, () => next.next().value ?? '') + ticks;
  return escapeText(
    code.trim().replaceAll(slot, () => next.next().value ?? ''),
    before,
  );
}

/**
 * @param before what stands before it, from which it is seen whether it begins a line
 * @param isLabel within a link's label no bracket may stand by itself
 */
function escapeText(value: string, before: string, isLabel = false): string {
  let isLineStart = /(^|\n)\s*$/.test(before);
  const around = {
    written: before,
    hasLink: isLabel || value.includes(']('),
    lastBracket: value.lastIndexOf(']'),
  };
  let escaped = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    const startsLine = isLineStart && isLineMark(value, at);
    if (startsLine || isMark(value, at, around)) escaped += '\\';
    escaped += character;
    if (character === '\n') isLineStart = true;
    else if (/[^\s\d]/.test(character)) isLineStart = false;
  }
  return escaped;
}

/** Whether a character begins a heading, quote or list, with only blanks and digits before it in its line. */
function isLineMark(value: string, at: number): boolean {
  const line = value.slice(value.lastIndexOf('\n', at - 1) + 1, at);
  const rest = value.slice(at + 1).split('\n', 1)[0] ?? '';
  switch (value[at]) {
    case '>':
      return line.trim() === '';
    case '#':
      return line.trim() === '' && /^#*(\s|$)/.test(rest);
    case '-':
    case '+':
    case '*':
    case '•':
      return line.trim() === '' && /^(\s|$)/.test(rest);
    case '.':
    case ')':
      return /^(\s|$)/.test(rest);
    default:
      return false;
  }
}

/** Facts about the whole value, computed once. */
interface Around {
  /** What stands before the value. */
  readonly written: string;
  /** Also true in a link's label, where every bracket must be escaped. */
  readonly hasLink: boolean;
  readonly lastBracket: number;
}

/** Whether a character could open or close inline formatting, together with the text around the value. */
function isMark(value: string, at: number, { written, hasLink, lastBracket }: Around): boolean {
  const [before = '', after = ''] = [value[at - 1], value[at + 1]];
  const isInside = (test: RegExp) => test.test(before) && test.test(after);
  switch (value[at]) {
    case '\\':
      return after === '' || punctuation.test(after);
    case '`':
      return true;
    case '*':
    case '_':
      return !isInside(/[\p{L}\p{N}]/u) && !isInside(/\s/);
    case '~':
      return after === '' || before === '~' || after === '~' || (before === '' && written.endsWith('~'));
    case '[':
      return hasLink || lastBracket < at;
    case ']':
      return hasLink || after === '';
    default:
      return false;
  }
}
