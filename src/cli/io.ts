import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import type { TenantFolder } from '../domain/tenant-folder.ts';

/** What a command uses of its process. */
export interface Io {
  /** Prints a result, which may go into a pipe. */
  out(text: string): void;
  /** Prints progress, hints and errors. */
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly nowMs: () => number;
  /** Resolves when the command is to stop, by Ctrl-C; one that doesn't ask is ended by it. */
  readonly interrupted: () => Promise<void>;
  readonly startPreview: StartPreview;
  /** The folder of the flows that an author may begin with. */
  readonly templatesFolder: string;
  /** The folder of the JSON Schemas that editors read. */
  readonly schemasFolder: string;
  /** Whether questions can be answered (a terminal). */
  readonly isTerminal: boolean;
  /** Which streams get colors. */
  readonly colors: { readonly out: boolean; readonly err: boolean };
}

/** Prints a result for a person, or the whole of it as JSON for a program. */
export function printResult(io: Io, json: boolean | undefined, text: string, data: unknown): void {
  io.out(json ? JSON.stringify(data, null, 2) : text);
}

type Style = Parameters<typeof styleText>[0];

/** The prefixes of lines, with their colors. */
const looks: readonly (readonly [RegExp, Style])[] = [
  [/^\s*warning: /, 'yellow'],
  [/^\s*(FAILED|FAILS?|not ok) /, 'red'],
  [/^\s*(passed|ok) /, 'green'],
  [/^ {2}\+ /, 'green'],
  [/^ {2}- /, 'red'],
  [/^ {2}~ /, 'yellow'],
];

/** Lines by what they say, in color where the terminal has it; machine-readable output is not colored. */
export function coloredIo(io: Io): Io {
  const paint = (isColored: boolean, text: string) =>
    isColored ? text.split('\n').map(colored).join('\n') : text;
  return {
    ...io,
    out: (text) => io.out(paint(io.colors.out, text)),
    err: (text) => io.err(paint(io.colors.err, text)),
  };
}

/** An error's message, without its fix. */
export function errorInColor({ colors }: Pick<Io, 'colors'>, message: string): string {
  return colors.err ? styled('red', message) : message;
}

/** Whether a stream gets colors. @see https://no-color.org */
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

/**
 * Characters that a terminal interprets instead of displaying: control characters (title, clear screen,
 * clipboard), bidirectional marks, and line separators other than `\n`.
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

/** The draft's status on the page beside the chat. */
export interface PreviewNews {
  readonly title: string;
  /** `ready`: it is served and its conversations pass; `failing`: served, some fail; `broken`: the last good one is. */
  readonly state: 'ready' | 'failing' | 'broken';
  readonly lines: readonly string[];
}

/** A gateway of its own, in this process, with one tenant. */
export interface FlowPreview {
  /** The page with the chat. */
  readonly url: string;
  /** Values for `${NAME}` that the preview provides. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Serves the folder's current state, also to existing conversations. */
  show(folder: TenantFolder): Promise<void>;
  send(news: PreviewNews): void;
  stop(): Promise<void>;
}

export interface PreviewOptions {
  readonly port: number;
  /** Besides public https ones, the origins that `http` steps may call. */
  readonly allowedOrigins: readonly string[];
  /** Settings of the language model, `LLM_…`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the error message of a failed turn. */
  readonly report: (line: string) => void;
}

export type StartPreview = (options: PreviewOptions) => Promise<FlowPreview>;

/** The one tenant of a preview, and its widget. */
export const previewId = 'preview';
