import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import {
  type Candidates,
  childrenOf,
  type Evaluate,
  type Handle,
  type LibraryNode,
  wrap,
  wrapHandle,
  writeNumber,
} from './expression-values.ts';

/**
 * CEL raises where a value is missing. In a flow that is daily business: a visitor without a name, a service that left
 * a field out. So a missing key or entry is null, what is computed from null is null, a comparison with it is false,
 * as a condition it counts as false, and as a list it has no entries.
 */

const orders = ['<', '<=', '>', '>='];
const arithmetic = ['+', '-', '*', '/', '%'];
const types = ['int', 'double', 'string', 'bool', 'list', 'map'];

/** Teaches an environment what operators make of null: nothing is raised, so nothing has to be caught. */
export function registerNullOperators(environment: Environment): void {
  for (const type of types) {
    for (const operator of orders) {
      environment.registerOperator(`null ${operator} ${type}: bool`, () => false);
      environment.registerOperator(`${type} ${operator} null: bool`, () => false);
    }
    for (const operator of arithmetic) {
      if (operator === '+' && type === 'string') continue;
      environment.registerOperator(`null ${operator} ${type}: ${type}`, () => null);
      environment.registerOperator(`${type} ${operator} null: ${type}`, () => null);
    }
    environment.registerOperator(`${type} == null`, () => false);
    environment.registerOperator(`${type} in null: bool`, () => false);
  }
  for (const operator of orders) environment.registerOperator(`null ${operator} null: bool`, () => false);
  for (const operator of arithmetic) environment.registerOperator(`null ${operator} null: null`, () => null);
  environment.registerOperator('null in null: bool', () => false);
  environment.registerOperator('-null', () => null);
}

type OfNull = (left: unknown, right: unknown) => unknown;

/** Nothing adds nothing to a text, as in a reply; any other sum with it is not known. */
const addNull: OfNull = (left, right) => [left, right].find((value) => typeof value === 'string') ?? null;

/**
 * What operators make of null. Those registered above say it too, but are not asked where the types are known: of
 * `name.trim() + "!"` the library knows that both are texts. A sign has the node itself for its right.
 */
const operatorsOfNull: ReadonlyMap<string, OfNull> = new Map<string, OfNull>([
  ['+', addNull],
  ...['-', '*', '/', '%', '-_'].map((sign): [string, OfNull] => [sign, () => null]),
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
]);

function withoutNull(ofNull: OfNull): (handle: Handle) => Handle {
  return (handle) =>
    (left, right, ...others) =>
      left === null || right === null ? ofNull(left, right) : handle(left, right, ...others);
}

/** Changes a parsed expression so that it is evaluated as said above; once, when it has been parsed. */
export function makeNullSafe(root: ASTNode): void {
  const open: LibraryNode[] = [root as unknown as LibraryNode];
  for (let node = open.pop(); node; node = open.pop()) {
    safeguard(node);
    open.push(...childrenOf(node.args));
  }
}

function safeguard(node: LibraryNode): void {
  const ofNull = operatorsOfNull.get(node.op);
  if (ofNull) wrapHandle(node, withoutNull(ofNull));
  switch (node.op) {
    case '.':
      node.evaluate = readField;
      break;
    case '[]':
      node.evaluate = readEntry;
      break;
    case '&&':
    case '||':
      for (const operand of childrenOf(node.args)) replaceNull(operand, false);
      break;
    case '!_':
    case '?:': {
      const [condition] = childrenOf(node.args);
      if (condition) replaceNull(condition, false);
      break;
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      forgiveOrder(node);
      break;
    case 'in':
      wrapHandle(node, (handle) => (value, among, ...others) => {
        return among === null ? false : handle(value, among, ...others);
      });
      break;
    case 'rcall':
      safeguardMethod(node);
      break;
    case 'call':
      forgiveNull(
        node,
        isOf(node, 'formatDate') || isOf(node, 'format') ? withLanguage : undefined,
        isOf(node, 'string') ? writesNumbers : undefined,
      );
      if (isOf(node, 'has')) forgiveMissing(node);
      break;
  }
}

const walks = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

function safeguardMethod(node: LibraryNode): void {
  const [method, receiver, args] = node.args as [string, LibraryNode, readonly LibraryNode[]];
  if (!walks.has(method)) {
    forgiveNull(node, method === 'join' ? withoutNullEntries : undefined);
    return;
  }
  replaceNull(receiver, []);
  const [, condition] = args;
  if (condition && (method !== 'map' || args.length > 2)) replaceNull(condition, false);
}

const readField: Evaluate = (evaluator, node, context) => {
  const [of, key] = node.args as [LibraryNode, string];
  const value = evaluator.run(of, context);
  if (isRecord(value)) return own(value, key);
  // Also of a text, a number or a list: what a page or a service sends need not be what was expected.
  return isPlain(value) ? null : node.meta.evaluate(evaluator, node, context);
};

const readEntry: Evaluate = (evaluator, node, context) => {
  const [of, key] = node.args as [LibraryNode, LibraryNode];
  const value = evaluator.run(of, context);
  if (value === null) return null;
  const at = evaluator.run(key, context);
  if (at === null || (isPlain(value) && !Array.isArray(value))) return null;
  if (isRecord(value) && typeof at === 'string') return own(value, at);
  if (Array.isArray(value) && (typeof at === 'bigint' || typeof at === 'number'))
    return value[Number(at)] ?? null;
  return node.meta.evaluate(evaluator, node, context);
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A value of JSON without fields. */
const isPlain = (value: unknown) => value === null || typeof value !== 'object' || Array.isArray(value);

const own = (value: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(value, key) ? (value[key] ?? null) : null;

function replaceNull(node: LibraryNode, by: unknown): void {
  wrap(node, (inner) => (evaluator, self, context) => inner(evaluator, self, context) ?? by);
}

type Values = readonly unknown[];
/** Functions that say themselves what they make of null. */
const takeNull = new Set(['dyn', 'type']);

/** A function that is given null gives null. It isn't called: an error that is raised and caught costs as much as 500 nodes. */
function forgiveNull(
  node: LibraryNode,
  prepared = (values: Values) => values,
  around = (handle: Handle) => handle,
): void {
  const [name] = node.args as [string];
  if (takeNull.has(name)) return;
  wrapHandle(node, (found) => {
    const handle = around(found);
    return (values, ...others) => {
      const given = prepared(values as Values);
      return given.includes(null) ? null : handle(given, ...others);
    };
  });
}

/** In a list that becomes a text, nothing is an empty one. */
function withoutNullEntries([list, ...others]: Values): Values {
  return [Array.isArray(list) ? list.map((entry) => entry ?? '') : list, ...others];
}

/** A visitor's language is often not known: then the function's own holds. */
function withLanguage(given: Values): Values {
  return given.map((value, n) => (n === 2 ? (value ?? '') : value));
}

/** What can't be put in order is neither greater nor less, where that is known too late to be refused; null never is. */
function forgiveOrder(node: LibraryNode): void {
  wrapHandle(node, (found) => {
    const handle = withoutNull(() => false)(found);
    const { candidates } = node;
    const findBinaryOverload: Candidates['findBinaryOverload'] = (left, right) =>
      candidates.findBinaryOverload(left, right) || { handler: () => false };
    const forgiving = Object.create(node, { candidates: { value: { findBinaryOverload } } });
    return (left, right, _node, evaluator) => handle(left, right, forgiving, evaluator);
  });
}

const isOf = ({ args }: LibraryNode, name: string) => Array.isArray(args) && args[0] === name;

/** `string(1e21)` is what `"" + 1e21` is. */
const writesNumbers =
  (handle: Handle): Handle =>
  (values, ...others) => {
    const [value] = values as Values;
    return typeof value === 'number' ? writeNumber(value) : handle(values, ...others);
  };

/** `has(a.b.c)` is false where there is no `a.b` either. */
function forgiveMissing(node: LibraryNode): void {
  wrap(node, (inner) => (evaluator, self, context) => {
    try {
      return inner(evaluator, self, context);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'no_such_key') return false;
      throw error;
    }
  });
}

/** Characters of a number that takes the most: `-0.0000012345678901234567`. */
export const longestNumber = 25;

/** `int(1e300)` is a whole number of 301 digits, which CEL's 64 bits could not hold: it is written as the number it came from. */
function written(value: unknown): unknown {
  if (typeof value === 'number') return writeNumber(value);
  return typeof value === 'bigint' && value !== BigInt.asIntN(64, value) ? writeNumber(Number(value)) : value;
}

/** A text and anything simple are one text: `"You said " + n`; what is missing adds nothing. */
export function registerTextOperators(environment: Environment): void {
  for (const type of ['int', 'double', 'bool']) {
    environment.registerOperator(
      `string + ${type}: string`,
      (text: string, value: unknown) => `${text}${written(value)}`,
    );
    environment.registerOperator(
      `${type} + string: string`,
      (value: unknown, text: string) => `${written(value)}${text}`,
    );
  }
  environment.registerOperator('string + null: string', (text: string) => text);
  environment.registerOperator('null + string: string', (_missing: null, text: string) => text);
}
