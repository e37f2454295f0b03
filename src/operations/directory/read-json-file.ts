import { readFile } from 'node:fs/promises';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type * as z from 'zod/mini';
import { type InputProblem, inWords, problemsOf } from '../../contract/in-words.ts';

/** A problem in a file. */
export interface FileProblem extends InputProblem {
  readonly file: string;
  /** Counted from 1; null when the file can't be read at all. */
  readonly line: number | null;
}

/** Invalid files of an operator, with every problem of every file. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError';
  readonly problems: readonly FileProblem[];
  /** The fix, if the messages don't contain it. */
  readonly fix: string | undefined;

  constructor(problems: readonly FileProblem[], fix?: string) {
    super(problems.map(inOneLine).join('\n'));
    this.problems = problems;
    this.fix = fix;
  }
}

/** A JSON file that was read. */
export interface JsonFile {
  readonly file: string;
  /** Without `$schema`, which is for editors. */
  readonly value: unknown;
  /** Syntax errors of the JSON: then there is no value. */
  readonly problems: readonly FileProblem[];
  /** Returns the line of each problem. */
  at(issues: readonly InputProblem[]): FileProblem[];
}

/**
 * Reads a JSON file.
 * @param placeholders values for `${NAME}` in it
 * @throws what reading throws, for a file that is not there
 */
export async function openJsonFile(
  file: string,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<JsonFile> {
  const unreadable = (message: string) => [{ file, path: '', line: null, message }];
  const read = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EISDIR' ? new ConfigurationFileError(unreadable('is a folder')) : error;
  });
  // Some editors of Windows begin a file with a byte order mark.
  const text = read
    .replace(/^\ufeff/, '')
    .replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name) => placeholders[name] ?? whole);
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowEmptyContent: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { file, value: undefined, problems: unreadable('is nested too deeply'), at: () => [] };
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const at = (problems: readonly InputProblem[]) =>
    problems.map((problem) => ({ file, ...problem, line: lineAt(find(root, problem.path)?.offset ?? 0) }));
  const issues = errors.map(({ error, offset }) => ({
    file,
    path: '',
    line: lineAt(offset),
    message: `is not JSON: ${words(printParseErrorCode(error))}`,
  }));
  const [first] = issues;
  if (first) return { file, value: undefined, problems: [first], at };
  return { file, value: withoutSchema(JSON.parse(text)), problems: at(doubledKeys(root)), at };
}

/**
 * Reads and validates a JSON file.
 * @throws ConfigurationFileError with every problem of the file
 */
export async function readJsonFile<T extends z.ZodMiniType>(
  file: string,
  schema: T,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<z.output<T>> {
  const opened = await openJsonFile(file, placeholders);
  const parsed = parseJsonFile(opened, schema);
  if (parsed.ok) return parsed.value;
  throw new ConfigurationFileError(parsed.problems);
}

/** Parses a file with a schema. */
export function parseJsonFile<T extends z.ZodMiniType>(
  { value, problems, at }: JsonFile,
  schema: T,
):
  | { readonly ok: true; readonly value: z.output<T> }
  | { readonly ok: false; readonly problems: readonly FileProblem[] } {
  if (value === undefined) return { ok: false, problems };
  const parsed = schema.safeParse(value, { error: inWords });
  if (!parsed.success) return { ok: false, problems: [...problems, ...at(problemsOf(parsed.error))] };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: parsed.data };
}

function inOneLine({ file, path, line, message }: FileProblem): string {
  return [line === null ? file : `${file}:${line}`, path, message].filter(Boolean).join(': ');
}

function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $schema: _, ...rest } = value as Record<string, unknown>;
  return rest;
}

/** The node that a path leads to, or the nearest one above it. Keys may hold dots, so the longest that fits counts. */
function find(node: Node | undefined, path: string): Node | undefined {
  if (node === undefined || path === '') return node;
  const fitting = entriesOf(node).filter(({ key }) => path === key || path.startsWith(`${key}.`));
  const [longest] = fitting.sort((a, b) => b.key.length - a.key.length);
  return longest ? find(longest.value, path.slice(longest.key.length + 1)) : node;
}

function entriesOf({ type, children = [] }: Node): { key: string; value: Node }[] {
  if (type === 'array') return children.map((value, n) => ({ key: String(n), value }));
  if (type !== 'object') return [];
  return children.flatMap(({ children: [name, value] = [] }) =>
    name && value ? [{ key: String(name.value), value }] : [],
  );
}

/** JSON.parse keeps the last of two equal keys and ignores the first. */
function doubledKeys(root: Node | undefined): InputProblem[] {
  const problems: InputProblem[] = [];
  const open = root ? [{ node: root, path: '' }] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    const seen = new Set<string>();
    for (const { key, value } of entriesOf(node)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (seen.has(key)) problems.push({ path: at, message: 'is there twice' });
      seen.add(key);
      open.push({ node: value, path: at });
    }
  }
  return problems;
}

/** `CommaExpected` as `comma expected`. */
const words = (code: string) =>
  code.replace(/[A-Z]/g, (char, at) => `${at > 0 ? ' ' : ''}${char.toLowerCase()}`);
