/** A state: matches a character, asserts a position, splits, or accepts. */
export const op = { accept: 0, char: 1, split: 2, start: 3, end: 4, boundary: 5, inside: 6 } as const;
type Op = (typeof op)[keyof typeof op];

/** A class of characters, asked about each code point of the first few hundred once. */
class CharClass {
  readonly #native: RegExp;
  readonly #known = new Uint8Array(256);

  constructor(source: string) {
    // One character: the native expression can't backtrack.
    this.#native = new RegExp(`^${source}$`, 'u');
  }
  has(code: number): boolean {
    const answer = this.#known[code];
    if (answer === undefined) return this.#native.test(String.fromCodePoint(code));
    if (answer === 0) this.#known[code] = this.#native.test(String.fromCodePoint(code)) ? 1 : 2;
    return this.#known[code] === 1;
  }
}

/** States that wait for a character. */
interface StateList {
  readonly states: Int32Array;
  size: number;
}

/**
 * The states of a pattern, all followed at once, character by character: each of them at most once a character, so
 * the time is that of states times characters, whatever both are.
 * @see https://swtch.com/~rsc/regexp/regexp2.html
 */
export class RegexProgram {
  size = 0;
  readonly #ops: Uint8Array;
  readonly #next: Int32Array;
  /** The class of a character, or the second branch of a split. */
  readonly #other: Int32Array;
  readonly #open: Int32Array;
  readonly #classes: CharClass[] = [];
  readonly #sources = new Map<string, number>();

  constructor(maxStates: number) {
    this.#ops = new Uint8Array(maxStates);
    this.#next = new Int32Array(maxStates);
    this.#other = new Int32Array(maxStates);
    // Each state is opened once, and leaves one more to open than it takes.
    this.#open = new Int32Array(2 * maxStates);
  }

  /** Adds a state. @throws SyntaxError when there are too many */
  push(does: Op, next: number, other: number): number {
    const state = this.size;
    if (state >= this.#ops.length) throw new SyntaxError('the pattern is too large');
    this.#ops[state] = does;
    this.#next[state] = next;
    this.#other[state] = other;
    this.size += 1;
    return state;
  }

  /** Redirects a state: the target of a loop is known only after its body. */
  lead(state: number, next: number): void {
    this.#next[state] = next;
  }

  /** The number of a class of characters; the same source is the same class. */
  classOf(source: string): number {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    this.#sources.set(source, this.#classes.length);
    return this.#classes.push(new CharClass(source)) - 1;
  }

  /** Whether a text matches, as a whole or in part. */
  run(start: number, text: string, whole: boolean): boolean {
    const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
    const [ops, nexts, classOf] = [this.#ops, this.#next, this.#other];
    let current = { states: new Int32Array(this.size), size: 0 };
    let next = { states: new Int32Array(this.size), size: 0 };
    const seen = new Int32Array(this.size).fill(-1);
    const answers = new Int8Array(this.#classes.length);
    for (let at = 0; ; at += 1) {
      if ((at === 0 || !whole) && this.#reach(start, placesAt(codes, at), at, current, seen)) {
        if (!whole || at === codes.length) return true;
      }
      const code = codes[at];
      if (code === undefined || (whole && current.size === 0)) return false;
      answers.fill(0);
      next.size = 0;
      const places = placesAt(codes, at + 1);
      let accepted = false;
      for (let n = 0; n < current.size; n += 1) {
        const state = current.states[n] ?? 0;
        const charClass = classOf[state] ?? 0;
        if (answers[charClass] === 0) answers[charClass] = this.#classes[charClass]?.has(code) ? 1 : -1;
        if (answers[charClass] !== 1) continue;
        const reached = nexts[state] ?? 0;
        if (seen[reached] === at + 1) continue;
        if (ops[reached] === op.char) {
          seen[reached] = at + 1;
          next.states[next.size] = reached;
          next.size += 1;
        } else if (this.#reach(reached, places, at + 1, next, seen)) accepted = true;
      }
      if (accepted && (!whole || at + 1 === codes.length)) return true;
      [current, next] = [next, current];
    }
  }

  /**
   * Adds the states that wait for a character and are reachable from `from` without one. Returns whether the end
   * is reachable.
   */
  #reach(from: number, places: number, at: number, into: StateList, seen: Int32Array): boolean {
    const [open, ops, nexts, others] = [this.#open, this.#ops, this.#next, this.#other];
    let accepted = false;
    let depth = 1;
    open[0] = from;
    while (depth > 0) {
      depth -= 1;
      const state = open[depth] ?? 0;
      if (seen[state] === at) continue;
      seen[state] = at;
      const does = ops[state] ?? 0;
      if (does === op.char) {
        into.states[into.size] = state;
        into.size += 1;
      } else if (does === op.split) {
        open[depth] = others[state] ?? 0;
        open[depth + 1] = nexts[state] ?? 0;
        depth += 2;
      } else if (does === op.accept) accepted = true;
      else if ((places & (1 << does)) !== 0) {
        open[depth] = nexts[state] ?? 0;
        depth += 1;
      }
    }
    return accepted;
  }
}

/** The assertions that hold before a character, one bit each; computed once for all states at this position. */
function placesAt(codes: readonly number[], at: number): number {
  const isEdge = isWord(codes[at - 1]) !== isWord(codes[at]);
  return (
    (at === 0 ? 1 << op.start : 0) |
    (at === codes.length ? 1 << op.end : 0) |
    (1 << (isEdge ? op.boundary : op.inside))
  );
}

/** `\w`, ASCII only. */
function isWord(code: number | undefined): boolean {
  if (code === undefined || code > 122) return false;
  return code >= 97 || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}
