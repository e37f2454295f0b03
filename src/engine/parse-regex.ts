/** Syntax tree of a pattern; `source` stands for one character. */
export type RegexNode =
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
export function parseRegex(pattern: string): RegexNode {
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
