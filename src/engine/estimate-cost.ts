import type { ASTNode } from '@marcbachmann/cel-js';
import { costsOfCalls } from './functions.ts';
import { longestNumber } from './null-safe.ts';
import { both, type Cost, either, listOf, type Size, scalar, sizeOf, textOf } from './size.ts';

/** Finds the size of a variable that an expression names. */
export type FindSize = (name: string) => Size | null;

/** The cost of a part, and whether its evaluation can fail: where failing is survived, errors have a cost too. */
interface Estimate extends Cost {
  readonly fails: boolean;
}

/** The macros that walk a list; those that survive the failure of an element say so. */
const macros: Readonly<Record<string, { readonly survives: boolean }>> = {
  map: { survives: false },
  filter: { survives: false },
  exists_one: { survives: false },
  all: { survives: true },
  exists: { survives: true },
};

/**
 * The cost formula of an expression, filled with sizes: what evaluating it takes at most, and how large the result can
 * be. A loop costs its body once for each element, a condition its dearer branch.
 * @see design 4, https://kubernetes.io/docs/reference/using-api/cel/#resource-constraints
 */
export function estimateCost(node: ASTNode, find: FindSize): Estimate {
  switch (node.op) {
    case 'value':
      return { work: nodeWork, size: sizeOf(node.args), fails: false };
    case 'id':
      return { work: nodeWork, size: find(node.args) ?? scalar, fails: false };
    case '.':
    case '.?':
      return member(node.args[0], { work: 0, size: sizeOf(node.args[1]) }, find);
    case '[]':
    case '[?]':
      return member(node.args[0], estimateCost(node.args[1], find), find);
    case 'call':
      return call(node.args[0], node.args[1], node.input.length, find);
    case 'rcall':
      return macros[node.args[0]] !== undefined
        ? walk(node.args[0], node.args[1], node.args[2], node.input.length, find)
        : call(node.args[0], [node.args[1], ...node.args[2]], node.input.length, find);
    case 'list':
      return literal(node.args, [], find);
    case 'map':
      return literal(
        node.args.map(([, value]) => value),
        node.args.map(([key]) => key),
        find,
      );
    case '?:':
      return choice(node.args, find);
    case '||':
    case '&&':
      return logical(node.args, node.input.length, find);
    case '!_':
    case '-_': {
      const operand = estimateCost(node.args, find);
      return { work: nodeWork + typingWork(operand.size) + operand.work, size: scalar, fails: true };
    }
    default: {
      const [left, right] = [estimateCost(node.args[0], find), estimateCost(node.args[1], find)];
      const operator = operatorWork[node.op];
      if (!operator) return { work: Number.POSITIVE_INFINITY, size: scalar, fails: true };
      // Any two values can be compared; other operators want the right kinds.
      const fails = left.fails || right.fails || (node.op !== '==' && node.op !== '!=');
      const typing = nodeWork + typingWork(left.size) + typingWork(right.size);
      const work = typing + left.work + right.work + operator(left.size, right.size);
      return { work, size: node.op === '+' ? sum(left.size, right.size) : scalar, fails };
    }
  }
}

function member(of: ASTNode, key: Cost, find: FindSize): Estimate {
  const object = estimateCost(of, find);
  const work = nodeWork + 4 + key.size.chars / 8 + object.work + key.work;
  const named = typeof key.size.value === 'string' ? object.size.members?.[key.size.value] : undefined;
  if (named) return { work, size: named, fails: false };
  const known = knownMember(object.size.value, key.size.value);
  if (known !== undefined) return { work, size: sizeOf(known), fails: false };
  return { work, size: object.size.part ?? scalar, fails: true };
}

/** The very member, where both the value and the key are known beforehand. */
function knownMember(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  if (typeof value !== 'object' || value === null || typeof key !== 'string') return undefined;
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

function call(name: string, args: readonly ASTNode[], chars: number, find: FindSize): Estimate {
  const given: Size[] = [];
  let before = 3 * nodeWork;
  for (const arg of args) {
    const { work, size } = estimateCost(arg, find);
    before += work + typingWork(size);
    given.push(size);
  }
  if (name === 'has') return { work: before + errorWork(chars), size: scalar, fails: true };
  const cost = costsOfCalls.get(name)?.(...given);
  if (!cost) return { work: Number.POSITIVE_INFINITY, size: scalar, fails: true };
  return { work: before + cost.work, size: cost.size, fails: true };
}

/** Macros such as `list.all(x, condition)` run the body once per list element or map key. */
function walk(
  macro: string,
  receiver: ASTNode,
  [variable, ...bodies]: readonly ASTNode[],
  chars: number,
  find: FindSize,
): Estimate {
  const over = estimateCost(receiver, find);
  const { items } = over.size;
  const element =
    over.size.keys > 0 ? eitherOf(textOf(over.size.keyChars), over.size.part ?? scalar) : over.size.part;
  const name = variable?.op === 'id' ? variable.args : '';
  const within: FindSize = (asked) => (asked === name ? (element ?? scalar) : find(asked));
  const body = bodies.map((part) => estimateCost(part, within));
  const once = body.reduce((sum, { work }) => sum + work, iterationWork);
  const survived = macros[macro]?.survives && body.some(({ fails }) => fails) ? errorWork(chars) : 0;
  const result: Readonly<Record<string, Size>> = {
    map: listOf(items, body.at(-1)?.size ?? scalar),
    filter: listOf(items, element),
  };
  return {
    work: 4 * nodeWork + typingWork(over.size) + over.work + items * (once + survived),
    size: result[macro] ?? scalar,
    fails: true,
  };
}

function literal(values: readonly ASTNode[], keys: readonly ASTNode[], find: FindSize): Estimate {
  const parts = values.map((value) => estimateCost(value, find));
  const names = keys.map((key) => estimateCost(key, find));
  const all = [...parts, ...names];
  const sum = (count: (part: Estimate) => number) => all.reduce((total, part) => total + count(part), 0);
  const largest = (count: (size: Size) => number, among = all) =>
    among.reduce((most, { size }) => Math.max(most, count(size)), 0);
  const size: Size = {
    ...scalar,
    items: values.length,
    nodes: 1 + sum(({ size }) => size.nodes),
    text: sum(({ size }) => size.text),
    keys: Math.max(
      keys.length,
      largest(({ keys }) => keys),
    ),
    keyChars: Math.max(
      largest(({ keyChars }) => keyChars),
      largest(({ chars }) => chars, names),
    ),
    depth: 1 + largest(({ depth }) => depth),
    part: parts.reduce<Size | null>((most, { size }) => eitherOf(most ?? size, size), null),
  };
  return { work: 60 + 4 * all.length + sum(({ work }) => work), size, fails: all.some(({ fails }) => fails) };
}

function choice(args: readonly [ASTNode, ASTNode, ASTNode], find: FindSize): Estimate {
  const [condition, yes, no] = [
    estimateCost(args[0], find),
    estimateCost(args[1], find),
    estimateCost(args[2], find),
  ];
  return {
    work: nodeWork + condition.work + Math.max(yes.work, no.work),
    size: eitherOf(yes.size, no.size),
    fails: true,
  };
}

/** An error on the left is discarded if the right side decides. */
function logical(args: readonly [ASTNode, ASTNode], chars: number, find: FindSize): Estimate {
  const [left, right] = [estimateCost(args[0], find), estimateCost(args[1], find)];
  const survived = left.fails ? errorWork(chars) : 0;
  return { work: nodeWork + left.work + right.work + survived, size: scalar, fails: true };
}

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

const orderWork = (a: Size, b: Size) => Math.min(a.text, b.text) / 8;
const arithmeticWork = () => 4;

/** The maximum length of a value in a text. A value of unknown type may be a number. */
function charsInText({ value, chars }: Size): number {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).length;
  return value === undefined ? Math.max(chars, longestNumber) : chars;
}

/** The result of `+`: a number, a list, or a text, one operand of which may be a number. */
function sum(a: Size, b: Size): Size {
  const size = both(a, b);
  const written = Math.max(charsInText(a) - a.chars, charsInText(b) - b.chars);
  return { ...size, chars: size.chars + written, text: size.text + written };
}

/** The work of a binary operator, beside its operands and finding their types. */
export const operatorWork: Readonly<Record<string, (a: Size, b: Size) => number>> = {
  '==': equalityWork,
  '!=': equalityWork,
  in: membershipWork,
  '<': orderWork,
  '<=': orderWork,
  '>': orderWork,
  '>=': orderWork,
  '-': arithmeticWork,
  '*': arithmeticWork,
  '/': arithmeticWork,
  '%': arithmeticWork,
  // Texts are copied when they are next read.
  '+': (a, b) => 6 * (a.items + b.items) + sum(a, b).chars / 4,
};

/** The possible sizes of `a ? b : c`. */
const eitherOf = (a: Size, b: Size): Size => either(a, b) ?? scalar;
