import { safeHref, splitLinks } from './links.ts';

/** A run of text with its style. Line breaks are in the text. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  /** `mark` is how it was written: one star is italic on a page and bold in WhatsApp. */
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly mark: string; readonly of: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly of: readonly Inline[] };

const deepest = 6;
const kinds = { '**': 'strong', __: 'strong', '~~': 'strike', '*': 'emphasis', _: 'emphasis' } as const;
type Mark = keyof typeof kinds;

const mark = /\*\*|__|~~|\*|_/y;
const backticks = /`+/y;
/** A link: its label, and its address. */
export const linkSpan =
  /!?\[((?:\\[!-/:-@[-`{-~•]|\\(?![!-/:-@[-`{-~•])|[^[\]\\\n]){1,500})\]\(<?([^\s()<>]{1,2048}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,3})>?\)/;
const link = new RegExp(linkSpan, 'y');
const escaped = /\\([!-/:-@[-`{-~•])/y;
const mail = /(?<![\w.+/@-])[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?![\w@-])/gi;
const phone = /(?<![\w/=+-])\+\d[\d ().\u00a0-]{5,18}\d(?!\w)/g;

/** Reads emphasis, code and links of a paragraph; anything else stays as written. */
export function readInlines(text: string, depth = 0): readonly Inline[] {
  const found: Inline[] = [];
  const unclosed = new Set<string>();
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain !== '') found.push(...linked(plain, depth));
    plain = '';
  };
  while (at < text.length) {
    const next = /[\\`![*_~]/.test(text[at] ?? '') ? readMarked(text, at, depth, unclosed) : null;
    if (next === null) {
      plain += text[at];
      at += 1;
    } else if (typeof next.inline === 'string') {
      plain += next.inline;
      at = next.end;
    } else {
      flush();
      found.push(next.inline);
      at = next.end;
    }
  }
  flush();
  return found;
}

interface Marked {
  readonly inline: Inline | string;
  readonly end: number;
}

function readMarked(text: string, at: number, depth: number, unclosed: Set<string>): Marked | null {
  const character = matchAt(escaped, text, at);
  if (character) return { inline: character[1] ?? '', end: at + 2 };
  if (text[at] === '`') return readCode(text, at, unclosed);
  const named = matchAt(link, text, at);
  const href = named && safeTarget(named[2]);
  if (named && href && depth < deepest) {
    const of = readInlines(named[1] ?? '', deepest);
    return { inline: { kind: 'link', href, of }, end: at + named[0].length };
  }
  return readEmphasis(text, at, depth, unclosed);
}

/** Code within a line, between two equal runs of backticks. */
function readCode(text: string, at: number, unclosed: Set<string>): Marked {
  const [run = ''] = matchAt(backticks, text, at) ?? [];
  const start = at + run.length;
  const asItIs = { inline: run, end: start };
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd);
  // No run of this length until the end of the line, as an earlier one has found.
  const name = `${run}${start + line.length}`;
  if (unclosed.has(name)) return asItIs;
  for (const { 0: closing, index } of line.matchAll(/`+/g)) {
    const code = line.slice(0, index);
    if (closing !== run || code.trim() === '') continue;
    return { inline: { kind: 'code', text: code.trim() }, end: start + index + run.length };
  }
  unclosed.add(name);
  return asItIs;
}

/** @param unclosed marks without an end: remembered, so that many of them can't make parsing slow */
function readEmphasis(text: string, at: number, depth: number, unclosed: Set<string>): Marked | null {
  const opened = matchAt(mark, text, at)?.[0] as Mark | undefined;
  if (opened === undefined) return null;
  const asItIs = { inline: opened, end: at + opened.length };
  const start = at + opened.length;
  const isOpen = /\S/.test(text[start] ?? ' ') && !isWord(text[at - 1]);
  if (!isOpen || depth >= deepest || unclosed.has(opened)) return asItIs;
  const end = closing(text, start, opened);
  if (end === -1) {
    unclosed.add(opened);
    return asItIs;
  }
  const of = readInlines(text.slice(start, end), depth + 1);
  return { inline: { kind: kinds[opened], mark: opened, of }, end: end + opened.length };
}

/** Returns the end of inline formatting: the same mark, after a word and not before one. */
function closing(text: string, start: number, opened: Mark): number {
  for (let at = text.indexOf(opened, start); at !== -1; at = text.indexOf(opened, at + 1)) {
    const [before = '', after] = [text[at - 1], text[at + opened.length]];
    const isPartOfLonger =
      after === opened[0] || (opened.length === 1 && before === opened && !isEscaped(text, at - 1));
    if (at > start && /\S/.test(before) && !isEscaped(text, at) && !isWord(after) && !isPartOfLonger)
      return at;
  }
  return -1;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

const isWord = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');

/** Web pages, mail addresses and telephone numbers; nothing else may be followed from a chat. */
export function safeTarget(address: string | undefined): string | null {
  const web = safeHref(address);
  if (web || address === undefined) return web;
  return /^(mailto:[^\s<>"?]+@[^\s<>"?]+|tel:\+?[\d()./-]+)$/i.test(address) ? address : null;
}

/** Addresses that stand in a text by themselves. */
function linked(text: string, depth: number): Inline[] {
  // Within a link there is no other.
  if (depth >= deepest) return [{ kind: 'text', text }];
  return splitLinks(text).flatMap((part): Inline[] =>
    typeof part === 'string'
      ? splitBy(mail, part, (found) => `mailto:${found}`).flatMap((piece) =>
          'text' in piece
            ? splitBy(phone, piece.text, (found) => `tel:${found.replace(/[^+\d]/g, '')}`)
            : [piece],
        )
      : [{ kind: 'link', href: part.href, of: [{ kind: 'text', text: part.text }] }],
  );
}

function splitBy(pattern: RegExp, text: string, hrefOf: (found: string) => string): Inline[] {
  const parts: Inline[] = [];
  let reached = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > reached) parts.push({ kind: 'text', text: text.slice(reached, index) });
    parts.push({ kind: 'link', href: hrefOf(found), of: [{ kind: 'text', text: found }] });
    reached = index + found.length;
  }
  if (reached < text.length) parts.push({ kind: 'text', text: text.slice(reached) });
  return parts;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
