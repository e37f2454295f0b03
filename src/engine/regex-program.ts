/** What a state does: take a character, stand at a place, go two ways, or be the end. */
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

const word = new CharClass('\\w');

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
  /** A character's class, or the other way of a split. */
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

  /** Makes a state go on elsewhere: a loop is known only when its body is. */
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

  /** Whether all of a text matches, or any part of it. */
  run(start: number, text: string, whole: boolean): boolean {
    const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
    let current = { states: new Int32Array(this.size), size: 0 };
    let next = { states: new Int32Array(this.size), size: 0 };
    const seen = new Int32Array(this.size).fill(-1);
    const answers = new Int8Array(this.#classes.length);
    for (let at = 0; ; at += 1) {
      if ((at === 0 || !whole) && this.#reach(start, codes, at, current, seen)) {
        if (!whole || at === codes.length) return true;
      }
      const code = codes[at];
      if (code === undefined || (whole && current.size === 0)) return false;
      answers.fill(0);
      next.size = 0;
      let accepted = false;
      for (let n = 0; n < current.size; n += 1) {
        const state = current.states[n] ?? 0;
        const charClass = this.#other[state] ?? 0;
        if (answers[charClass] === 0) answers[charClass] = this.#classes[charClass]?.has(code) ? 1 : -1;
        if (answers[charClass] !== 1) continue;
        if (this.#reach(this.#next[state] ?? 0, codes, at + 1, next, seen)) accepted = true;
      }
      if (accepted && (!whole || at + 1 === codes.length)) return true;
      [current, next] = [next, current];
    }
  }

  /** Adds the states that wait for a character and are reached from `from` without one; tells whether the end is. */
  #reach(from: number, codes: readonly number[], at: number, into: StateList, seen: Int32Array): boolean {
    const open = this.#open;
    let accepted = false;
    let depth = 1;
    open[0] = from;
    while (depth > 0) {
      depth -= 1;
      const state = open[depth] ?? 0;
      if (seen[state] === at) continue;
      seen[state] = at;
      const does = this.#ops[state];
      if (does === op.char) {
        into.states[into.size] = state;
        into.size += 1;
      } else if (does === op.split) {
        open[depth] = this.#other[state] ?? 0;
        open[depth + 1] = this.#next[state] ?? 0;
        depth += 2;
      } else if (does === op.accept) accepted = true;
      else if (holds(does, codes, at)) {
        open[depth] = this.#next[state] ?? 0;
        depth += 1;
      }
    }
    return accepted;
  }
}

function holds(place: number | undefined, codes: readonly number[], at: number): boolean {
  if (place === op.start) return at === 0;
  if (place === op.end) return at === codes.length;
  return (isWord(codes[at - 1]) !== isWord(codes[at])) === (place === op.boundary);
}

const isWord = (code: number | undefined) => code !== undefined && word.has(code);
