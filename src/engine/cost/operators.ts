import { longestNumber } from '../text-operators.ts';
import { both, either, type Size, scalar } from './size.ts';
import type { Cost } from './work.ts';

/** Visiting one node of the syntax tree. */
export const nodeWork = 6;
/** Walking one element of a list, beside what is computed for it. */
export const iterationWork = 14;

/** Making an error of an expression of so many characters, and going on in spite of it. */
export const errorWork = (chars: number): number => 250 + chars;

/** Finding the type of an operand at run time: its first elements, down to the depth; a map's keys are listed for it. */
export const typingWork = ({ depth, keys }: Size): number => 4 + 4 * depth + 6 * keys;

/** Comparing two values, whatever they hold. */
function equalityWork(a: Size, b: Size): number {
  const texts = Math.min(a.text, b.text) / 8;
  if (a.depth === 0 || b.depth === 0) return 2 + texts;
  const keys = a.keys > 0 && b.keys > 0 ? 6 * (a.nodes + b.nodes) : 0;
  return 20 * Math.min(a.nodes, b.nodes) + texts + keys;
}

/** Looking a value up among the elements of a list or the keys of a map. */
function membershipWork(value: Size, among: Size): number {
  const texts = Math.min(among.items * value.text, among.text) / 8 + value.text / 8;
  if (value.depth === 0) return 3 * among.items + texts;
  const keys = value.keys > 0 && among.keys > 0 ? 6 * (among.items * value.nodes + among.nodes) : 0;
  return 10 * among.items + 20 * Math.min(among.items * value.nodes, among.nodes) + texts + keys;
}

const compared = (work: (a: Size, b: Size) => number) => (a: Size, b: Size) => ({
  work: typingWork(a) + typingWork(b) + work(a, b),
  size: scalar,
});
const equality = compared(equalityWork);
const order = compared((a, b) => Math.min(a.text, b.text) / 8);
const arithmetic = compared(() => 4);

/** How many characters a value may put into a text: what is not known to be something else may be a number. */
function charsInText({ value, chars }: Size): number {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).length;
  return value === undefined ? Math.max(chars, longestNumber) : chars;
}

/** What `+` makes of two values: a number, a list, or a text, of which one may have been a number. */
function sum(a: Size, b: Size): Size {
  const size = both(a, b);
  const written = Math.max(charsInText(a) - a.chars, charsInText(b) - b.chars);
  return { ...size, chars: size.chars + written, text: size.text + written };
}

const operators: Readonly<Record<string, (a: Size, b: Size) => Cost>> = {
  '==': equality,
  '!=': equality,
  in: compared(membershipWork),
  '<': order,
  '<=': order,
  '>': order,
  '>=': order,
  '-': arithmetic,
  '*': arithmetic,
  '/': arithmetic,
  '%': arithmetic,
  // Texts are copied when they are next read.
  '+': (a, b) => {
    const size = sum(a, b);
    return { work: typingWork(a) + typingWork(b) + 6 * size.items + size.chars / 4, size };
  },
};

/** What an operator between two values takes, its operands not counted; null when there is no such operator. */
export function operatorCost(operator: string, a: Size, b: Size): Cost | null {
  return operators[operator]?.(a, b) ?? null;
}

/** What `a ? b : c` can come to. */
export const eitherOf = (a: Size, b: Size): Size => either(a, b) ?? scalar;
