import { styleText } from 'node:util';
import type { Io } from './io.ts';

type Style = Parameters<typeof styleText>[0];

/** What lines begin with, and how they look then. */
const looks: readonly (readonly [RegExp, Style])[] = [
  [/^\s*warning: /, 'yellow'],
  [/^\s*(FAILED|FAILS?|not ok) /, 'red'],
  [/^\s*(passed|ok) /, 'green'],
  [/^ {2}\+ /, 'green'],
  [/^ {2}- /, 'red'],
  [/^ {2}~ /, 'yellow'],
];

/** Lines by what they say, in color where the terminal has it; what a program reads stays as it is. */
export function coloredIo(io: Io): Io {
  const paint = (isColored: boolean, text: string) =>
    isColored ? text.split('\n').map(colored).join('\n') : text;
  return {
    ...io,
    out: (text) => io.out(paint(io.colors.out, text)),
    err: (text) => io.err(paint(io.colors.err, text)),
  };
}

/** An error's message, apart from how to mend it. */
export function errorInColor({ colors }: Pick<Io, 'colors'>, message: string): string {
  return colors.err ? styled('red', message) : message;
}

/** Whether to write in color there. @see https://no-color.org */
export function hasColors(
  stream: { readonly isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}

function colored(line: string): string {
  const [, style] = looks.find(([begin]) => begin.test(line)) ?? [];
  return style ? styled(style, line) : line;
}

const styled = (style: Style, text: string) => styleText(style, text, { validateStream: false });
