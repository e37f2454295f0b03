import type { ASTNode } from '@marcbachmann/cel-js';
import type { CostOfCall } from './library-functions.ts';
import { eitherOf, errorWork, iterationWork, nodeWork, operatorCost, typingWork } from './operators.ts';
import { listOf, type Size, scalar, sizeOf, textOf } from './size.ts';
import type { Cost } from './work.ts';

/** The sizes of the variables that an expression names, and what its functions take. */
export interface Sizes {
  find(name: string): Size | null;
  costOfCall(name: string): CostOfCall | null;
}

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
export function estimateCost(node: ASTNode, sizes: Sizes): Cost {
  return estimate(node, sizes);
}

function estimate(node: ASTNode, sizes: Sizes): Estimate {
  switch (node.op) {
    case 'value':
      return ok(nodeWork, sizeOf(node.args));
    case 'id':
      return ok(nodeWork, sizes.find(node.args) ?? scalar);
    case '.':
    case '.?':
      return member(node.args[0], ok(0, sizeOf(node.args[1])), sizes);
    case '[]':
    case '[?]':
      return member(node.args[0], estimate(node.args[1], sizes), sizes);
    case 'call':
      return call(node.args[0], node.args[1], node.input.length, sizes);
    case 'rcall':
      return macros[node.args[0]] !== undefined
        ? walk(node.args[0], node.args[1], node.args[2], node.input.length, sizes)
        : call(node.args[0], [node.args[1], ...node.args[2]], node.input.length, sizes);
    case 'list':
      return literal(node.args, [], sizes);
    case 'map':
      return literal(
        node.args.map(([, value]) => value),
        node.args.map(([key]) => key),
        sizes,
      );
    case '?:':
      return choice(node.args, sizes);
    case '||':
    case '&&':
      return logical(node.args, node.input.length, sizes);
    case '!_':
    case '-_': {
      const operand = estimate(node.args, sizes);
      return { work: nodeWork + typingWork(operand.size) + operand.work, size: scalar, fails: true };
    }
    default:
      return binary(node.op, node.args, sizes);
  }
}

const ok = (work: number, size: Size): Estimate => ({ work, size, fails: false });

function member(of: ASTNode, key: Estimate, sizes: Sizes): Estimate {
  const object = estimate(of, sizes);
  const work = nodeWork + 4 + key.size.chars / 8 + object.work + key.work;
  const named = typeof key.size.value === 'string' ? object.size.members?.[key.size.value] : undefined;
  if (named) return ok(work, named);
  const known = knownMember(object.size.value, key.size.value);
  if (known !== undefined) return ok(work, sizeOf(known));
  return { work, size: object.size.part ?? scalar, fails: true };
}

/** The very member, where both the value and the key are known beforehand. */
function knownMember(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  if (typeof value !== 'object' || value === null || typeof key !== 'string') return undefined;
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}

function call(name: string, args: readonly ASTNode[], chars: number, sizes: Sizes): Estimate {
  const given = args.map((arg) => estimate(arg, sizes));
  const before = given.reduce((sum, { work, size }) => sum + work + typingWork(size), 3 * nodeWork);
  if (name === 'has') return { work: before + errorWork(chars), size: scalar, fails: true };
  const cost = sizes.costOfCall(name)?.(...given.map(({ size }) => size));
  if (!cost) return { work: Number.POSITIVE_INFINITY, size: scalar, fails: true };
  return { work: before + cost.work, size: cost.size, fails: true };
}

/** `list.all(x, condition)` and the like: the body once for each element, or for each key of a map. */
function walk(
  macro: string,
  receiver: ASTNode,
  [variable, ...bodies]: readonly ASTNode[],
  chars: number,
  sizes: Sizes,
): Estimate {
  const over = estimate(receiver, sizes);
  const { items } = over.size;
  const element =
    over.size.keys > 0 ? eitherOf(textOf(over.size.keyChars), over.size.part ?? scalar) : over.size.part;
  const name = variable?.op === 'id' ? variable.args : '';
  const within: Sizes = {
    ...sizes,
    find: (asked) => (asked === name ? (element ?? scalar) : sizes.find(asked)),
  };
  const body = bodies.map((part) => estimate(part, within));
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

function literal(values: readonly ASTNode[], keys: readonly ASTNode[], sizes: Sizes): Estimate {
  const parts = values.map((value) => estimate(value, sizes));
  const names = keys.map((key) => estimate(key, sizes));
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

function choice(args: readonly [ASTNode, ASTNode, ASTNode], sizes: Sizes): Estimate {
  const [condition, yes, no] = [estimate(args[0], sizes), estimate(args[1], sizes), estimate(args[2], sizes)];
  return {
    work: nodeWork + condition.work + Math.max(yes.work, no.work),
    size: eitherOf(yes.size, no.size),
    fails: true,
  };
}

/** What fails on the left is forgotten when the right decides. */
function logical(args: readonly [ASTNode, ASTNode], chars: number, sizes: Sizes): Estimate {
  const [left, right] = [estimate(args[0], sizes), estimate(args[1], sizes)];
  const survived = left.fails ? errorWork(chars) : 0;
  return { work: nodeWork + left.work + right.work + survived, size: scalar, fails: true };
}

function binary(operator: string, args: readonly [ASTNode, ASTNode], sizes: Sizes): Estimate {
  const [left, right] = [estimate(args[0], sizes), estimate(args[1], sizes)];
  const cost = operatorCost(operator, left.size, right.size);
  if (!cost) return { work: Number.POSITIVE_INFINITY, size: scalar, fails: true };
  // Any two values can be compared; other operators want the right kinds.
  const fails = left.fails || right.fails || (operator !== '==' && operator !== '!=');
  return { work: nodeWork + left.work + right.work + cost.work, size: cost.size, fails };
}
