import { type Inline, readInlines } from './read-inlines.ts';

/** A part of a message that stands by itself. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'quote'; readonly of: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      /** The first number; null for points. */
      readonly from: number | null;
      readonly items: readonly (readonly Inline[])[];
    };

/** The beginnings of a line, by block type. */
export const lineStarts = {
  // The rest of the line is a language or the first line of code. With more backticks, it is inline code.
  fence: /^\s{0,3}`{3,}[ \t]*([^`]*)$/,
  heading: /^ {0,3}#{1,6} +(.*?)(?: +#+)?$/,
  quote: /^ {0,3}> ?(.*)$/,
  point: /^\s*[-*+•] +(.*)$/,
  number: /^\s*(\d{1,9})[.)] +(.*)$/,
} as const;

/**
 * Reads the small part of Markdown that messages may be written in: paragraphs, headings, lists, quotes, code, and what
 * `readInlines` reads within them. No HTML; anything else stays as written.
 */
export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; ) {
    const { block, taken } = readBlock(lines, at);
    if (block) blocks.push(block);
    at += taken;
  }
  return blocks;
}

interface Taken {
  readonly block: Block | null;
  readonly taken: number;
}

function readBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, taken: 1 };
  const fence = readFence(lines, at);
  if (fence) return { block: { kind: 'code', text: fence.code }, taken: fence.taken };
  const heading = lineStarts.heading.exec(line);
  if (heading) return { block: { kind: 'heading', of: readInlines(heading[1] ?? '') }, taken: 1 };
  const kind = startOf(line);
  if (kind === 'quote') {
    const quoted = linesFrom(lines, at, (other) => startOf(other) === 'quote');
    const content = quoted.map((other) => lineStarts.quote.exec(other)?.[1] ?? '').join('\n');
    return { block: { kind: 'quote', of: readInlines(content) }, taken: quoted.length };
  }
  if (kind === 'point' || kind === 'number') return readList(lines, at, kind);
  const paragraph = linesFrom(lines, at, (other) => other.trim() !== '' && startOf(other) === null);
  return { block: { kind: 'paragraph', of: readInlines(paragraph.join('\n')) }, taken: paragraph.length };
}

function readList(lines: readonly string[], at: number, kind: 'point' | 'number'): Taken {
  const items = linesFrom(lines, at, (line) => startOf(line) === kind);
  const from = kind === 'number' ? Number(lineStarts.number.exec(items[0] ?? '')?.[1]) : null;
  const content = items.map((line) => readInlines(lineStarts[kind].exec(line)?.at(-1) ?? ''));
  return { block: { kind: 'list', from, items: content }, taken: items.length };
}

function startOf(line: string): keyof typeof lineStarts | null {
  const names = Object.keys(lineStarts) as (keyof typeof lineStarts)[];
  return names.find((name) => lineStarts[name].test(line)) ?? null;
}

function linesFrom(lines: readonly string[], at: number, belongs: (line: string) => boolean): string[] {
  const end = lines.findIndex((line, n) => n > at && !belongs(line));
  return lines.slice(at, end === -1 ? undefined : end);
}

/**
 * Reads the code that begins at a line, fenced as in Markdown or, as WhatsApp writes it, with the backticks on its first
 * and last line; null where none begins. A language behind the opening backticks of code that is closed on a line of its own is left out; all else is code.
 */
export function readFence(
  lines: readonly string[],
  at: number,
): { readonly code: string; readonly taken: number } | null {
  const info = lineStarts.fence.exec(lines[at] ?? '')?.[1]?.trim();
  if (info === undefined) return null;
  const end = lines.findIndex((line, n) => n > at && line.trimEnd().endsWith('```'));
  const isClosed = end !== -1;
  const last = isClosed ? (lines[end] ?? '').trimEnd().slice(0, -3) : '';
  const within = lines.slice(at + 1, isClosed ? end : undefined);
  const isBare = /^[\s`]*$/.test(last);
  const inside = isBare ? within : [...within, last];
  const isLanguage =
    isClosed && isBare && /^[\w+#.-]*$/.test(info) && inside.some((line) => line.trim() !== '');
  const code = isLanguage || info === '' ? inside : [info, ...inside];
  if (!isClosed && code.length === 0) return null;
  return { code: code.join('\n'), taken: (isClosed ? end + 1 : lines.length) - at };
}
