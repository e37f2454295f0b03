import { op, RegexProgram } from './regex-program.ts';
import type { Size } from './size.ts';

/**
 * A regular expression that is matched in time linear in the text, whatever the pattern: visitors choose the text,
 * and JavaScript's own matcher can be made to run for years by `(a+)+$`.
 * @see https://swtch.com/~rsc/regexp/regexp1.html, docs/decisions/bounded-expressions.md
 */
export interface LinearRegex {
  /** Units of work for each character of a text. */
  readonly workPerChar: number;
  /** Whether the whole text matches. */
  matches(text: string): boolean;
  /** Whether a part of the text matches. */
  finds(text: string): boolean;
}

const maxStates = 400;
const maxPatternChars = 256;
/** Following one state past one character. */
const workPerState = 1;
/** Parsing a pattern, for each of its characters. */
const compileWorkPerChar = 150;
const rememberedPatterns = 500;
const remembered = new Map<string, LinearRegex>();

/** @throws SyntaxError for what can't be parsed, is too large, or can't be matched in linear time (look-around, back references) */
export function compileRegex(pattern: string): LinearRegex {
  const known = remembered.get(pattern);
  if (known) return known;
  const compiled = compile(pattern);
  if (remembered.size >= rememberedPatterns) remembered.clear();
  remembered.set(pattern, compiled);
  return compiled;
}

/** Returns the maximum cost of matching a text. @throws SyntaxError */
export function regexWork(pattern: string, textChars: number): number {
  return compileWorkPerChar * pattern.length + (textChars + 1) * compileRegex(pattern).workPerChar;
}

/** Returns the maximum cost of searching a text of this length; exact if the pattern is known. */
export function largestRegexWork(pattern: Size, textChars: number): number {
  const compiling = compileWorkPerChar * Math.min(pattern.chars, maxPatternChars);
  return compiling + (textChars + 1) * workPerChar(pattern.value);
}

function workPerChar(pattern: unknown): number {
  if (typeof pattern !== 'string') return workPerState * maxStates;
  try {
    return compileRegex(pattern).workPerChar;
  } catch {
    return 0;
  }
}

function compile(pattern: string): LinearRegex {
  if (pattern.length > maxPatternChars) throw new SyntaxError('the pattern is too long');
  const program = new RegexProgram(maxStates);
  const start = emit(parseRegex(pattern), program.push(op.accept, 0, 0), program);
  return {
    // Beside the states: the character, and whether it is at the edge of a word.
    workPerChar: workPerState * (program.size + 10),
    matches: (text) => program.run(start, text, true),
    finds: (text) => program.run(start, text, false),
  };
}

/** Adds the states of one node, which continue at `next`; returns its first state. */
function emit(node: RegexNode, next: number, program: RegexProgram): number {
  switch (node.kind) {
    case 'char':
      return program.push(op.char, next, program.classOf(node.source));
    case 'at':
      return program.push(op[node.place], next, 0);
    case 'sequence':
      return node.parts.reduceRight((after, part) => emit(part, after, program), next);
    case 'either':
      return node.options
        .map((option) => emit(option, next, program))
        .reduceRight((others, option) => program.push(op.split, option, others));
    case 'repeat':
      return emitRepeat(node, next, program);
  }
}

function emitRepeat(node: RegexNode & { kind: 'repeat' }, next: number, program: RegexProgram): number {
  // A pattern that matches only the empty text matches it any number of times: without this check, the loops
  // below wouldn't end.
  if (isEmpty(node.part)) return next;
  let start = next;
  if (node.max === null) {
    const loop = program.push(op.split, next, next);
    program.lead(loop, emit(node.part, loop, program));
    start = loop;
  } else {
    for (let n = node.min; n < node.max; n += 1) {
      start = program.push(op.split, emit(node.part, start, program), next);
    }
  }
  for (let n = 0; n < node.min; n += 1) start = emit(node.part, start, program);
  return start;
}

/** Whether a node adds no state. */
function isEmpty(node: RegexNode): boolean {
  if (node.kind === 'sequence') return node.parts.every(isEmpty);
  return node.kind === 'repeat' && (node.max === 0 || isEmpty(node.part));
}

/** Syntax tree of a pattern; `source` stands for one character. */
type RegexNode =
  | { readonly kind: 'char'; readonly source: string }
  | { readonly kind: 'at'; readonly place: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexNode; readonly min: number; readonly max: number | null };

interface Cursor {
  readonly pattern: string;
  at: number;
  depth: number;
}

const maxDepth = 50;
const maxRepeats = 1_000;
const places: Readonly<Record<string, (RegexNode & { kind: 'at' })['place']>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'inside',
};

/** @throws SyntaxError for what is no pattern, and for look-around and back references */
function parseRegex(pattern: string): RegexNode {
  // The engine's own parser is the judge of syntax; ours below only sees what it has accepted.
  new RegExp(pattern, 'u');
  const cursor = { pattern, at: 0, depth: 0 };
  return parseEither(cursor);
}

function parseEither(cursor: Cursor): RegexNode {
  cursor.depth += 1;
  if (cursor.depth > maxDepth) throw new SyntaxError('groups are nested too deep');
  const options = [parseSequence(cursor)];
  while (take(cursor, /\|/y)) options.push(parseSequence(cursor));
  cursor.depth -= 1;
  const [only] = options;
  return options.length === 1 && only ? only : { kind: 'either', options };
}

function parseSequence(cursor: Cursor): RegexNode {
  const parts: RegexNode[] = [];
  while (cursor.at < cursor.pattern.length && !/[|)]/.test(cursor.pattern.charAt(cursor.at))) {
    parts.push(parseRepeat(parsePart(cursor), cursor));
  }
  return { kind: 'sequence', parts };
}

function parsePart(cursor: Cursor): RegexNode {
  const anchor = take(cursor, /\^|\$|\\b|\\B/y);
  const place = anchor && places[anchor];
  if (place) return { kind: 'at', place };
  if (take(cursor, /\((?:\?:|\?<\w+>|(?!\?))/y)) {
    const group = parseEither(cursor);
    take(cursor, /\)/y);
    return group;
  }
  const char = take(
    cursor,
    /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u.{4}|\\x..|\\c.|\\0|\\\D|[^\\()]/suy,
  );
  if (!char || char.startsWith('\\k'))
    throw new SyntaxError('look-around and back references are not supported');
  return { kind: 'char', source: char };
}

function parseRepeat(part: RegexNode, cursor: Cursor): RegexNode {
  const token = take(cursor, /[*+?]\??|\{\d+(?:,\d*)?\}\??/y);
  if (!token) return part;
  const [min, max] = rangeOf(token);
  if (min > maxRepeats || (max ?? 0) > maxRepeats) {
    throw new SyntaxError(`a part may be repeated ${maxRepeats} times`);
  }
  return { kind: 'repeat', part, min, max };
}

function rangeOf(token: string): readonly [number, number | null] {
  if (token.startsWith('*')) return [0, null];
  if (token.startsWith('+')) return [1, null];
  if (token.startsWith('?')) return [0, 1];
  const [, min = '0', comma, max] = /\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (!comma) return [Number(min), Number(min)];
  return [Number(min), max ? Number(max) : null];
}

/** Takes what the sticky expression matches at the cursor. */
function take(cursor: Cursor, token: RegExp): string | undefined {
  token.lastIndex = cursor.at;
  const [found] = token.exec(cursor.pattern) ?? [];
  if (found !== undefined) cursor.at += found.length;
  return found;
}
