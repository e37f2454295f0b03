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

type Overload = readonly [signature: string, handler: (left: unknown, right: unknown) => unknown];

/** Returns operators on null, and on a text with a simple value. They return a value instead of an error. */
export function operatorOverloads(): readonly Overload[] {
  const isFalse = () => false;
  const isNull = () => null;
  const overloads: Overload[] = [
    ['null in null: bool', isFalse],
    ['-null', isNull],
    ['string + null: string', (text) => text],
    ['null + string: string', (_missing, text) => text],
  ];
  for (const type of [...types, 'null']) {
    for (const operator of orders) overloads.push([`null ${operator} ${type}: bool`, isFalse]);
    for (const operator of arithmetic)
      if (operator !== '+' || type !== 'string')
        overloads.push([`null ${operator} ${type}: ${type}`, isNull]);
  }
  for (const type of types) {
    for (const operator of orders) overloads.push([`${type} ${operator} null: bool`, isFalse]);
    for (const operator of arithmetic)
      if (operator !== '+' || type !== 'string')
        overloads.push([`${type} ${operator} null: ${type}`, isNull]);
    overloads.push([`${type} == null`, isFalse], [`${type} in null: bool`, isFalse]);
  }
  // A text and a simple value are concatenated: `"You said " + n`. A missing value adds nothing.
  for (const type of ['int', 'double', 'bool'])
    overloads.push(
      [`string + ${type}: string`, (text, value) => `${text}${written(value)}`],
      [`${type} + string: string`, (value, text) => `${written(value)}${text}`],
    );
  return overloads;
}

type OfNull = (left: unknown, right: unknown) => unknown;

/** Nothing adds nothing to a text, as in a reply; any other sum with it is not known. */
const addNull: OfNull = (left, right) => [left, right].find((value) => typeof value === 'string') ?? null;

type Around = (handle: Handle) => Handle;

const withoutNull =
  (ofNull: OfNull): Around =>
  (handle) =>
  (left, right, ...others) =>
    left === null || right === null ? ofNull(left, right) : handle(left, right, ...others);

/**
 * The results of operators on null. The overloads above aren't used if the types are known: in `name.trim() +
 * "!"`, the library knows that both are texts. The right operand of a unary operator is the node itself.
 */
const operatorsOfNull: ReadonlyMap<string, Around> = new Map<string, Around>([
  ['+', withoutNull(addNull)],
  ...['-', '*', '/', '%', '-_'].map((sign): [string, Around] => [sign, withoutNull(() => null)]),
  ['==', withoutNull((left, right) => left === right)],
  ['!=', withoutNull((left, right) => left !== right)],
  [
    'in',
    (handle) =>
      (value, among, ...others) =>
        among !== null && handle(value, among, ...others),
  ],
]);

/** Patches a node of a parsed expression so that operators accept null. Called once, after parsing. */
export function makeNullSafe(node: LibraryNode): void {
  const around = operatorsOfNull.get(node.op);
  if (around) wrapHandle(node, around);
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
    case 'rcall':
      safeguardMethod(node);
      break;
    case 'call': {
      const [name] = node.args as [string];
      wrapHandle(node, functionsOfNull.get(name) ?? skipNull);
      if (name === 'has') forgiveMissing(node);
      break;
    }
  }
}

const walks = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);

function safeguardMethod(node: LibraryNode): void {
  const [method, receiver, args] = node.args as [string, LibraryNode, readonly LibraryNode[]];
  if (!walks.has(method)) {
    wrapHandle(node, method === 'join' ? joinWithoutNull : skipNull);
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

/** A function that is given null gives null. It isn't called: an error that is raised and caught costs as much as 500 nodes. */
const skipNull: Around =
  (handle) =>
  (values, ...others) =>
    (values as Values).includes(null) ? null : handle(values, ...others);

/** In a list that becomes a text, nothing is an empty one. */
const joinWithoutNull: Around = (handle) => {
  const join = skipNull(handle);
  return (values, ...others) => {
    const [list, ...rest] = values as Values;
    return join([Array.isArray(list) ? list.map((entry) => entry ?? '') : list, ...rest], ...others);
  };
};

/** A visitor's language is often not known: then the function's own holds. */
const withLanguage: Around = (handle) => {
  const format = skipNull(handle);
  return (values, ...others) =>
    format(
      (values as Values).map((value, n) => (n === 2 ? (value ?? '') : value)),
      ...others,
    );
};

/** `string(1e21)` is what `"" + 1e21` is. */
const writeNumbers: Around = (handle) => {
  const toText = skipNull(handle);
  return (values, ...others) => {
    const [value] = values as Values;
    return typeof value === 'number' ? writeNumber(value) : toText(values, ...others);
  };
};

const asItIs: Around = (handle) => handle;

/** Functions that don't simply give null for null. */
const functionsOfNull: ReadonlyMap<string, Around> = new Map([
  ...['format', 'formatDate'].map((name) => [name, withLanguage] as const),
  ['string', writeNumbers],
  ...['dyn', 'type'].map((name) => [name, asItIs] as const),
]);

/**
 * Values that can't be ordered are neither greater nor less, if their types are known too late to reject them.
 * Null never is.
 */
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
