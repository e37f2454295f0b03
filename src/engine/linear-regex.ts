import { parseRegex, type RegexNode } from './parse-regex.ts';

/**
 * A regular expression that is matched in time linear in the text, whatever the pattern: visitors choose the text,
 * and JavaScript's own matcher can be made to run for years by `(a+)+$`.
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export interface LinearRegex {
  /** Whether the whole text matches. */
  matches(text: string): boolean;
  /** Whether a part of the text matches. */
  finds(text: string): boolean;
}

type State =
  | { readonly kind: 'char'; readonly test: RegExp; readonly next: number }
  | { readonly kind: 'split'; readonly next: readonly number[] }
  | { readonly kind: 'at'; readonly place: 'start' | 'end' | 'boundary' | 'inside'; readonly next: number }
  | { readonly kind: 'accept' };

const maxStates = 500;

/** @throws SyntaxError for what can't be parsed, or not be matched in linear time (look-around, back references) */
export function compileRegex(pattern: string): LinearRegex {
  const states: State[] = [{ kind: 'accept' }];
  const start = emit(parseRegex(pattern), 0, states);
  return {
    matches: (text) => run(states, start, [...text], true),
    finds: (text) => run(states, start, [...text], false),
  };
}

/** Adds the states of one node, which go on at `next`; returns where it begins. */
function emit(node: RegexNode, next: number, states: State[]): number {
  switch (node.kind) {
    case 'char':
      return push({ kind: 'char', test: node.test, next }, states);
    case 'at':
      return push({ kind: 'at', place: node.place, next }, states);
    case 'sequence':
      return node.parts.reduceRight((after, part) => emit(part, after, states), next);
    case 'either':
      return push({ kind: 'split', next: node.options.map((option) => emit(option, next, states)) }, states);
    case 'repeat':
      return emitRepeat(node, next, states);
  }
}

function emitRepeat(node: RegexNode & { kind: 'repeat' }, next: number, states: State[]): number {
  let start = next;
  if (node.max === null) {
    const loop = push({ kind: 'split', next: [] }, states);
    states[loop] = { kind: 'split', next: [emit(node.part, loop, states), next] };
    start = loop;
  } else {
    for (let n = node.min; n < node.max; n += 1) {
      start = push({ kind: 'split', next: [emit(node.part, start, states), next] }, states);
    }
  }
  for (let n = 0; n < node.min; n += 1) start = emit(node.part, start, states);
  return start;
}

function push(state: State, states: State[]): number {
  if (states.length >= maxStates) throw new SyntaxError('the pattern is too large');
  return states.push(state) - 1;
}

/** All states at once, character by character. */
function run(states: readonly State[], start: number, text: readonly string[], whole: boolean): boolean {
  let current = new Set<number>();
  for (let at = 0; ; at += 1) {
    if (at === 0 || !whole) reach(states, start, text, at, current);
    if (current.has(0) && (!whole || at === text.length)) return true;
    const char = text[at];
    if (char === undefined) return false;
    const next = new Set<number>();
    for (const index of current) {
      const state = states[index];
      if (state?.kind === 'char' && state.test.test(char)) reach(states, state.next, text, at + 1, next);
    }
    current = next;
  }
}

/** Adds a state and those reachable from it without a character. */
function reach(
  states: readonly State[],
  from: number,
  text: readonly string[],
  at: number,
  into: Set<number>,
): void {
  const open = [from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const state = states[index];
    if (into.has(index) || !state) continue;
    into.add(index);
    if (state.kind === 'split') open.push(...state.next);
    if (state.kind === 'at' && holds(state.place, text, at)) open.push(state.next);
  }
}

function holds(place: (State & { kind: 'at' })['place'], text: readonly string[], at: number): boolean {
  if (place === 'start') return at === 0;
  if (place === 'end') return at === text.length;
  const boundary = isWord(text[at - 1]) !== isWord(text[at]);
  return place === 'boundary' ? boundary : !boundary;
}

const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char);
