import { Environment } from '@marcbachmann/cel-js';
import { messageUser } from '../contract/canonical-message.ts';
import { nearest } from '../contract/in-words.ts';
import { attachment } from '../contract/vocabulary.ts';
import { ExpressionError } from './errors.ts';
import { estimateCost, type FindSize, nodeWork } from './estimate-cost.ts';
import {
  boundedChars,
  boundedJson,
  boundedNodes,
  childrenOf,
  type LibraryNode,
  nowIn,
} from './expression-values.ts';
import { costsOfCalls, flowFunctions } from './functions.ts';
import type { Json } from './interfaces.ts';
import { makeNullSafe, operatorOverloads } from './null-safe.ts';
import { formatProblem, type ProblemText } from './problems.ts';
import { type Size, sizeOf, stepBudget, type WorkBudget } from './size.ts';

/** Variables that expressions may name, each with its type as CEL calls it; `dyn` where that isn't known. */
export type VariableTypes = ReadonlyMap<string, string>;

/** Values by name, as an expression sees them. */
export type Scope = { readonly [name: string]: Json };

/** The variables and functions of an expression. */
export interface Values {
  /** Undefined for a name that is none of theirs. */
  find(name: string): Json | undefined;
}

interface Parsed {
  readonly run: ReturnType<Environment['parse']>;
  /** The names that it uses. */
  readonly names: ReadonlySet<string>;
}

/** Parsing and checking an expression, for each of its characters; and making its variables known. */
const parseWorkPerChar = 50;
const parseWork = 1_000;
const rememberedExpressions = 1_000;
const parsed = new Map<string, Parsed>();
const parsedStrictly = new Map<string, Parsed>();
/** Made for the first expression that is more than a name: a tenth of what a cold start computes. */
let created: Environment | undefined;

/** CEL for flows: numbers may be mixed freely, and the language's own functions are known. */
export function environment(): Environment {
  if (created) return created;
  created = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 50, maxListElements: 200, maxMapEntries: 200 },
  });
  // JSON has one number type, CEL has two: `n + 1` must work for both.
  const arithmetic = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
    '%': (a: number, b: number) => a % b,
  };
  for (const [sign, compute] of Object.entries(arithmetic)) {
    // Without a result type, the library assumes the left one and picks the operator of two integers for what follows.
    created.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => compute(Number(a), b));
    created.registerOperator(`double ${sign} int`, (a: number, b: bigint) => compute(a, Number(b)));
  }
  created.registerOperator('double % double', arithmetic['%']);
  created.registerOperator('int == double', (a: bigint, b: number) => Number(a) === b);
  for (const [signature, handler] of operatorOverloads()) created.registerOperator(signature, handler);
  // A language may be whatever a page has sent: what is none is as if there were none.
  for (const { signature, run } of flowFunctions)
    created.registerFunction(signature.replace(/^(format(?:Date)?\(.*), string\)/, '$1, dyn)'), run);
  return created;
}

/**
 * Evaluates a CEL expression; numbers may be mixed freely, and `matches(text, pattern)` takes linear time. What it
 * takes at most over these very values is spent beforehand.
 * @throws ExpressionError when it can't be parsed, is too much to compute, or not evaluated over these values
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md
 */
export function evaluate(expression: string, scope: Scope, budget: WorkBudget = stepBudget()): Json {
  const find = (name: string) => (Object.hasOwn(scope, name) ? scope[name] : undefined);
  return interpret(parsed.get(expression) ?? parse(expression), expression, { find }, budget);
}

/**
 * The same over values that are looked up: a name alone needs no interpreter.
 * @throws ExpressionError
 */
export function evaluateOver(expression: string, values: Values, budget: WorkBudget): Json {
  const name = nameIn(expression);
  const value = name === undefined ? undefined : values.find(name);
  if (value === undefined)
    return interpret(parsed.get(expression) ?? parse(expression), expression, values, budget);
  budget.spend(nodeWork + otherWork(expression, sizeOf(value)));
  return boundedJson(value);
}

/**
 * The same, but what is missing raises: an answer of a service that lacks what is asked of it is not the one expected.
 * @throws ExpressionError
 */
export function evaluateStrictly(expression: string, values: Values, budget: WorkBudget): Json {
  const strict = parsedStrictly.get(expression) ?? parse(expression, 'strict');
  return interpret(strict, expression, values, budget);
}

function interpret({ run, names }: Parsed, expression: string, values: Values, budget: WorkBudget): Json {
  // Without a prototype, or `constructor` would be a variable.
  const variables: Record<string, Json> = Object.create(null);
  for (const name of names) {
    const value = values.find(name);
    if (value !== undefined) variables[name] = value;
  }
  const { work, size } = estimateCost(run.ast, (name) =>
    name in variables ? sizeOf(variables[name]) : null,
  );
  budget.spend(work + otherWork(expression, size));
  const { stackTraceLimit } = Error;
  // Errors that a condition survives are made by the thousand: they need not tell where.
  Error.stackTraceLimit = 0;
  try {
    return boundedJson(run(variables));
  } catch (error) {
    throw asExpressionError(expression, error);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Returns the maximum cost of an expression for variables of these sizes: infinity if it can't be evaluated.
 * @throws ExpressionError when it can't be parsed
 */
export function estimateWork(expression: string, find: FindSize): number {
  const { work, size } = estimateCost((parsed.get(expression) ?? parse(expression)).run.ast, find);
  return work + otherWork(expression, size);
}

/** Hooks that run before an expression is evaluated and on its result. */
function otherWork(expression: string, { nodes, text }: Size): number {
  const result = 10 * Math.min(nodes, boundedNodes) + Math.min(text, boundedChars) / 8;
  return parseWork + parseWorkPerChar * expression.length + result;
}

/** @throws ExpressionError */
export function assertExpressionParses(expression: string): void {
  if (nameIn(expression) === undefined && !parsed.has(expression)) parse(expression);
}

/**
 * Returns the problem of an expression, given the names that it may use; null if there is none.
 * @see design 4, static validation
 */
export function checkExpression(expression: string, types: VariableTypes): string | null {
  return findMistake(expression, types)?.message ?? null;
}

/** The problem of an expression, and its position. */
export interface Mistake extends ProblemText {
  readonly from: number;
  readonly to: number;
}

/** The same, with the part of the expression that is meant: all of it where that isn't known. */
export function findMistake(expression: string, types: VariableTypes): Mistake | null {
  const { valid, error } = checkerOf(types).check(expression);
  const { start = 0, end = expression.length } =
    (error as { readonly range?: Range } | undefined)?.range ?? {};
  const at = { from: start, to: end };
  try {
    assertExpressionParses(expression);
  } catch (unread) {
    const { wording = {} } = unread instanceof ExpressionError ? unread : {};
    return { message: unread instanceof Error ? unread.message : String(unread), ...wording, ...at };
  }
  // The library's own checker is stricter than its evaluation, which compares numbers of both kinds.
  if (valid || firstLine(error) === 'no such overload: double in list<int>')
    return findUnknown(expression, types);
  return { ...inAuthorsWords(firstLine(error), [...types.keys()]), ...at };
}

function findUnknown(expression: string, types: VariableTypes): Mistake | null {
  if (nameIn(expression) !== undefined) return null;
  const { ast } = (parsed.get(expression) ?? parse(expression)).run;
  const found = findUnknownField(ast, (name) => types.has(name));
  if (!found) return null;
  const from = expression.indexOf(found.path);
  // `now["zone"]` is not written as its path.
  if (from < 0) return { message: found.message, from: 0, to: expression.length };
  return { message: found.message, from, to: from + found.path.length };
}

type Node = Pick<LibraryNode, 'op' | 'args'>;

/** Texts, numbers and the like: they have no fields. */
const plainFields = /^(?:now|message\.user)\.(?!attributes$)\w+$|^message\.text$/;

/** The fields of what the engine itself gives expressions: any other is null whatever happens. */
function fieldsOf(path: string): readonly string[] | undefined {
  switch (path) {
    case 'now':
      return Object.keys(nowIn('UTC', 0));
    case 'message':
      return ['text', 'attachments', 'user', 'metadata'];
    case 'message.user':
      return Object.keys(messageUser.shape);
    case 'message.attachments[]':
      return Object.keys(attachment.shape);
    case 'response':
      return ['status', 'body'];
    default:
      return plainFields.test(path) ? [] : undefined;
  }
}

/**
 * The first field of an expression that can't be there, such as `now.zone`: its path, and what is wrong with it.
 * @param isGiven whether a name is the engine's own here
 */
function findUnknownField(
  node: Node,
  isGiven: (name: string) => boolean,
): { readonly path: string; readonly message: string } | null {
  for (const [of, field] of fieldsNamed(node)) {
    const known = isGiven(of.split('.', 1)[0] ?? '') ? fieldsOf(of) : undefined;
    if (!known || known.includes(field)) continue;
    const near = nearest(field, known);
    const all = known.length > 0 ? `it has ${known.join(', ')}` : `"${of}" has no fields`;
    const hint = near === undefined ? all : `did you mean "${of}.${near}"?`;
    return { path: `${of}.${field}`, message: `there is no "${of}.${field}"; ${hint}` };
  }
  return null;
}

/** Each field that is named, and of what: `['message.user', 'email']`. Variables of macros shadow the engine's names. */
function fieldsNamed(node: Node): readonly (readonly [string, string])[] {
  if (node.op === 'rcall') {
    const [, list, [element, ...body]] = node.args as [string, LibraryNode, LibraryNode[]];
    const own = element?.op === 'id' && body.length > 0 ? String(element.args) : null;
    const inBody = [element, ...body].flatMap((part) => (part ? fieldsNamed(part) : []));
    return [...fieldsNamed(list), ...inBody.filter(([of]) => of.split('.', 1)[0] !== own)];
  }
  const below = childrenOf(node.args).flatMap(fieldsNamed);
  const [of, field] = fieldOf(node) ?? [];
  const path = of ? pathOf(of) : null;
  return path === null || field === undefined ? below : [...below, [path, field]];
}

/** The field that a node names, `now.date` or `now["date"]`, and of what; no field for an entry of a list. */
function fieldOf({ op, args }: Node): readonly [LibraryNode, string?] | null {
  if (op === '.') return args as [LibraryNode, string];
  if (op !== '[]') return null;
  const [of, index] = args as [LibraryNode, LibraryNode];
  return index.op === 'value' && typeof index.args === 'string' ? [of, index.args] : [of];
}

function pathOf(node: Node): string | null {
  if (node.op === 'id') return String(node.args);
  const [of, field] = fieldOf(node) ?? [];
  const before = of ? pathOf(of) : null;
  return before === null ? null : `${before}${field === undefined ? '[]' : `.${field}`}`;
}

/** Words that are something else than a variable to CEL: its literals, its types and packages, and what it keeps for itself. */
const otherWords: ReadonlySet<string> = new Set(
  [
    'true false null in',
    'string bool int uint double map list bytes null_type type dyn optional google cel',
    'as break const continue else for function if import let loop package namespace return var void while',
    '__proto__ prototype',
  ].flatMap((words) => words.split(' ')),
);

/** Returns the variable if the whole expression is one, without parsing it as CEL; otherwise undefined. */
export function nameIn(expression: string): string | undefined {
  const [, name] = /^[ \t\r\n]*([A-Za-z_]\w*)[ \t\r\n]*$/.exec(expression) ?? [];
  return name !== undefined && !otherWords.has(name) ? name : undefined;
}

interface Range {
  readonly start?: number;
  readonly end?: number;
}

/** The static type of an expression, as far as it is known for all variables. */
export function typeOf(expression: string, types: VariableTypes): string {
  return checkerOf(types).check(expression).type ?? 'dyn';
}

const checkers = new WeakMap<VariableTypes, Environment>();

/** Dear to make: one for all the expressions that may name the same. */
function checkerOf(types: VariableTypes): Environment {
  const known = checkers.get(types);
  if (known) return known;
  const checker = environment().clone({ unlistedVariablesAreDyn: false });
  for (const [name, type] of types) if (isNameable(name)) checker.registerVariable(name, type);
  checkers.set(types, checker);
  return checker;
}

/** Whether an expression can name this variable: `a-b` is a subtraction, `list` a type. */
export function isNameable(name: string): boolean {
  if (environment().hasVariable(name)) return false;
  try {
    return environment().parse(name).ast.op === 'id';
  } catch {
    return false;
  }
}

/** @throws ExpressionError for what can't be parsed, or has no cost */
function parse(expression: string, mode: 'lenient' | 'strict' = 'lenient'): Parsed {
  let run: Parsed['run'];
  try {
    run = environment().parse(expression);
  } catch (error) {
    const wording = inReadersWords(expression, error);
    throw new ExpressionError(`${wording.message} in ${JSON.stringify(expression)}`, wording);
  }
  const names = new Set<string>();
  // Each node before those below it.
  const open: unknown[] = [run.ast];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (Array.isArray(part)) open.push(...part);
    if (typeof part !== 'object' || part === null || !('op' in part && 'args' in part)) continue;
    const node = part as LibraryNode;
    open.push(node.args);
    if (node.op === 'id') names.add(String(node.args));
    if (node.op === 'rcall') refuseUncounted(node);
    if (mode === 'lenient') makeNullSafe(node);
  }
  const remembered = mode === 'lenient' ? parsed : parsedStrictly;
  if (remembered.size >= rememberedExpressions) remembered.clear();
  remembered.set(expression, { run, names });
  return { run, names };
}

/** @throws ExpressionError for a function or syntax without a known cost */
function refuseUncounted({ args }: LibraryNode): void {
  const [method] = args as [string];
  if (method === 'bind') throw new ExpressionError('cel.bind is not supported');
  if (method === 'matches') throw new ExpressionError('write matches(text, pattern)');
  if (method === 'json') throw new ExpressionError('json is not supported');
}

function asExpressionError(expression: string, error: unknown): ExpressionError {
  if (error instanceof ExpressionError) return error;
  // Without a cause: the library's errors hold the whole syntax tree, which no log should.
  const message = withoutValues(firstLine(error), expression);
  return new ExpressionError(`${message} in ${JSON.stringify(expression)}`);
}

/** The library's words for what authors do most. */
function inAuthorsWords(message: string, variables: readonly string[]): ProblemText {
  const [, name] = /^Unknown variable: (\S+)/.exec(message) ?? [];
  if (name !== undefined) return formatProblem('noVariable', { id: name, meant: nearest(name, variables) });
  const [, left = '', operator, right = ''] = /^no such overload: (\S+) (\S+) (\S+)$/.exec(message) ?? [];
  if (operator !== undefined)
    return formatProblem('operator', { id: operator, left: inWords(left), right: inWords(right) });
  const [, receiver, called, given = ''] =
    /^found no matching overload for '(?:(.*)\.)?(\w+)\((.*)\)'$/.exec(message) ?? [];
  return called === undefined ? { message } : ofCall(called, receiver, given);
}

/** A function that there is not, or one that is given what it can't take. */
function ofCall(name: string, receiver: string | undefined, given: string): ProblemText {
  const known = [...costsOfCalls.keys()];
  if (!known.includes(name)) return formatProblem('noFunction', { id: name, meant: nearest(name, known) });
  const types = [receiver, ...given.split(/, (?![^<]*>)/)].flatMap((type) => (type ? [inWords(type)] : []));
  return {
    message:
      types.length === 0 ? `${name}() is given nothing` : `${name} can't be used with ${types.join(' and ')}`,
  };
}

const typeWords: Readonly<Record<string, string>> = {
  int: 'a number',
  double: 'a number',
  string: 'a text',
  bool: 'true or false',
  null: 'nothing',
  dyn: 'this',
};

const inWords = (type: string) =>
  typeWords[type] ?? (type.startsWith('list') ? 'a list' : type.startsWith('map') ? 'an object' : type);

/** Signs as the library's parser calls them. */
const signs: Readonly<Record<string, string>> = {
  ...{ EQ: '==', NE: '!=', LT: '<', LE: '<=', GT: '>', GE: '>=', AND: '&&', OR: '||', NOT: '!' },
  ...{ PLUS: '+', MINUS: '-', MULTIPLY: '*', DIVIDE: '/', MODULO: '%', QUESTION: '?', COLON: ':' },
  ...{ LPAREN: '(', RPAREN: ')', LBRACKET: '[', RBRACKET: ']', LBRACE: '{', RBRACE: '}' },
  ...{ DOT: '.', COMMA: ',', ASSIGN: '=' },
};

/** Why parsing stopped, and where (counted from 1). Usually something is missing at the end. */
function inReadersWords(expression: string, error: unknown): ProblemText {
  const message = firstLine(error);
  if (message.endsWith(': EOF')) return formatProblem('unfinished', { column: expression.length + 1 });
  const { range } = error as { readonly range?: { readonly start?: number } };
  const column = range?.start === undefined ? '' : `, column ${range.start + 1}`;
  if (message === 'Unterminated string') {
    const unclosed = formatProblem('unclosedText');
    return { ...unclosed, message: unclosed.message + column };
  }
  const [, wanted, got] = /^Expected (\w+), got (\w+)$/.exec(message) ?? [];
  if (wanted !== undefined && wanted in signs) return { message: `"${signs[wanted]}" is missing${column}` };
  const [, sign = got] = /^Unexpected token: (\w+)$/.exec(message) ?? [];
  const words = sign !== undefined && sign in signs ? `"${signs[sign]}" is not expected here` : message;
  return { message: words + column };
}

/** The library quotes the invalid value after a colon: a visitor's text must not reach a log. */
function withoutValues(message: string, expression: string): string {
  const [what = '', value = ''] = message.split(/: (.*)/s, 2);
  const isSafe = what === 'no such overload' || expression.includes(value);
  return isSafe ? message : what;
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
