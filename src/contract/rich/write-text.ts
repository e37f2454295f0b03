import { lineStarts, readFence } from './read-blocks.ts';
import { type Inline, readInlines } from './read-inlines.ts';

/** A channel's formatting syntax. */
interface Writing {
  readonly strong: string;
  readonly strike: string;
  readonly code: string;
  /** As marked, or plain. */
  emphasis(mark: string): string;
}

const whatsApp: Writing = { strong: '*', strike: '~', code: '`', emphasis: (mark) => mark };
const plain: Writing = { strong: '', strike: '', code: '', emphasis: () => '' };

/**
 * A message as WhatsApp writes it: `**bold**` is `*bold*`, `[a page](https://…)` is `a page (https://…)`. What has no
 * marks, or WhatsApp's own, is what it was.
 * @see https://faq.whatsapp.com/539178204879377
 */
export function whatsAppText(text: string): string {
  return write(text, whatsApp);
}

/** A message for those who show no marks at all. */
export function plainText(text: string): string {
  return write(text, plain);
}

/** A mark that stands for itself. */
const escapedMark = /\\[*_~`]/;

/**
 * Line by line, so that what is no mark keeps its place. A text of which nothing would be left, as of an empty code block,
 * is sent as it is: no reply is dropped.
 */
function write(text: string, writing: Writing): string {
  const lines = text.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const fence = readFence(lines, at);
    if (fence) written.push(...(writing.code === '' ? [fence.code] : ['```', fence.code, '```']));
    else written.push(writeLine(lines[at] ?? '', writing));
    at += fence?.taken ?? 1;
  }
  const all = written.join('\n');
  return /[^\s*_~`]/u.test(all) || escapedMark.test(text) ? all : text;
}

function writeLine(line: string, writing: Writing): string {
  const heading = lineStarts.heading.exec(line)?.[1];
  if (heading !== undefined)
    return writing.strong + writeInlines(readInlines(heading), { ...writing, strong: '' }) + writing.strong;
  const point = /^(\s*)[*+•] +(.*)$/.exec(line);
  if (point) return `${point[1]}- ${writeInlines(readInlines(point[2] ?? ''), writing)}`;
  return writeInlines(readInlines(line), writing);
}

function writeInlines(inlines: readonly Inline[], writing: Writing): string {
  return inlines.map((inline) => writeInline(inline, writing)).join('');
}

function writeInline(inline: Inline, writing: Writing): string {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return writing.code + inline.text + writing.code;
    case 'link': {
      const label = writeInlines(inline.of, writing);
      const address = inline.href.replace(/^(mailto|tel):/i, '');
      return isSameAddress(label, inline.href) ? label : `${label} (${address})`;
    }
    case 'emphasis':
    case 'strong':
    case 'strike': {
      const mark = inline.kind === 'emphasis' ? writing.emphasis(inline.mark) : writing[inline.kind];
      // WhatsApp's bold is one star: another would end it.
      const inner = mark === '*' ? { ...writing, strong: '', emphasis: () => '_' } : writing;
      return mark + writeInlines(inline.of, inner) + mark;
    }
  }
}

/** A link whose text is its URL is written once. */
function isSameAddress(label: string, href: string): boolean {
  if (/^tel:/i.test(href)) return label.replace(/[^+\d]/g, '') === href.replace(/[^+\d]/g, '');
  const canonical = URL.canParse(label) ? new URL(label).href : `mailto:${label}`;
  return canonical === href;
}
