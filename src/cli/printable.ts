import type { Io } from './io.ts';

/**
 * What a terminal obeys instead of showing it: control characters (a title, a cleared screen, the clipboard), marks that
 * turn the direction of what follows, and other line separators than `\n`.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text with everything visible that a terminal would obey: escapes as JSON has them, so that JSON stays JSON. */
export function printable(text: string): string {
  return text.replace(obeyed, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Whatever a command prints, strangers may have written part of it.
 * @param beneath what is done to the text after that
 */
export function printableIo(terminal: Io, beneath: (io: Io) => Io = (io) => io): Io {
  const io = beneath(terminal);
  return { ...io, out: (text) => io.out(printable(text)), err: (text) => io.err(printable(text)) };
}

/** A text of several lines set in from the margin, so that none of them looks like a line of ours. */
export function setIn(text: string, columns: number): string {
  return text.replace(/\r\n?|\n/g, `\n${' '.repeat(columns)}`);
}

/** A text on one line. */
export function onOneLine(text: string): string {
  return text.replace(/\r\n?|\n/g, '\\n');
}
