import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { limits } from '../contract/limits.ts';
import { boundedJson } from './bounded-json.ts';
import { ExpressionError } from './errors.ts';
import type { Json } from './interfaces.ts';
import { compileRegex } from './linear-regex.ts';

/** Values by name, as an expression sees them. */
export type Scope = { readonly [name: string]: Json };

type Evaluate = (scope: Record<string, unknown>) => unknown;

/** Each macro walks a list: two of them nested over lists of bounded length end in time, three may not. */
const maxNestedMacros = 2;
const macros = new Set(['map', 'filter', 'all', 'exists', 'exists_one']);
/** How much text one evaluation may match, in all the calls that its macros make. */
const maxMatchedChars = 64 * 1024;
let matchedChars = 0;
const rememberedExpressions = 1_000;
const parsed = new Map<string, Evaluate>();
const environment = createEnvironment();

/**
 * Evaluates a CEL expression; numbers may be mixed freely, and `matches(text, pattern)` takes linear time.
 * @throws ExpressionError when it can't be parsed, or not evaluated over these values
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md
 */
export function evaluate(expression: string, scope: Scope): Json {
  const run = parsed.get(expression) ?? parse(expression);
  // Without a prototype, or `constructor` would be a variable.
  const variables: Record<string, unknown> = Object.assign(Object.create(null), scope);
  matchedChars = 0;
  try {
    return boundedJson(run(variables));
  } catch (error) {
    throw asExpressionError(expression, error, withoutValues);
  }
}

/** @throws ExpressionError */
export function assertExpressionParses(expression: string): void {
  if (!parsed.has(expression)) parse(expression);
}

/**
 * What is wrong with an expression, given the names it may use; null when nothing is.
 * @see design 4, static validation
 */
export function checkExpression(expression: string, names: ReadonlySet<string>): string | null {
  try {
    assertExpressionParses(expression);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const checker = environment.clone({ unlistedVariablesAreDyn: false });
  for (const name of names) if (isNameable(name)) checker.registerVariable(name, 'dyn');
  const { valid, error } = checker.check(expression);
  return valid ? null : firstLine(error);
}

/** Whether an expression can name this variable: `a-b` is a difference, `list` a type. */
export function isNameable(name: string): boolean {
  if (environment.hasVariable(name)) return false;
  try {
    return environment.parse(name).ast.op === 'id';
  } catch {
    return false;
  }
}

function parse(expression: string): Evaluate {
  let run: ReturnType<Environment['parse']>;
  try {
    run = environment.parse(expression);
  } catch (error) {
    throw asExpressionError(expression, error);
  }
  refuseUnbounded(run.ast, 0);
  if (parsed.size >= rememberedExpressions) parsed.clear();
  parsed.set(expression, run);
  return run;
}

/** @throws ExpressionError for what could run without end: deep nesting, doubling, backtracking */
function refuseUnbounded(node: ASTNode, nesting: number): void {
  let depth = nesting;
  if (node.op === 'rcall') {
    const [method] = node.args;
    if (method === 'bind') throw new ExpressionError('cel.bind is not supported');
    if (method === 'matches') throw new ExpressionError('write matches(text, pattern)');
    if (macros.has(method)) depth += 1;
    if (depth > maxNestedMacros) throw new ExpressionError('lists are walked inside lists too deep');
  }
  for (const child of childrenOf(node.args)) refuseUnbounded(child, depth);
}

function childrenOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return isNode(args) ? [args] : [];
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

function createEnvironment(): Environment {
  const created = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 500, maxDepth: 50, maxListElements: 200, maxMapEntries: 200 },
  });
  // JSON knows one kind of number, CEL two: `n + 1` must do what it says.
  const arithmetic = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
    '/': (a: number, b: number) => a / b,
  };
  for (const [sign, compute] of Object.entries(arithmetic)) {
    created.registerOperator(`int ${sign} double`, (a: bigint, b: number) => compute(Number(a), b));
    created.registerOperator(`double ${sign} int`, (a: number, b: bigint) => compute(a, Number(b)));
  }
  created.registerOperator('double % int', (a: number, b: bigint) => a % Number(b));
  created.registerOperator('int == double', (a: bigint, b: number) => Number(a) === b);
  created.registerFunction('matches(string, string): bool', findsPattern);
  return created;
}

function findsPattern(text: string, pattern: string): boolean {
  if (text.length > limits.textChars) throw new ExpressionError('matches is given too long a text');
  matchedChars += text.length + pattern.length;
  if (matchedChars > maxMatchedChars) throw new ExpressionError('matches is given too much text');
  return compileRegex(pattern).finds(text);
}

function asExpressionError(
  expression: string,
  error: unknown,
  write: (message: string, expression: string) => string = (message) => message,
): ExpressionError {
  if (error instanceof ExpressionError) return error;
  // Without a cause: the library's errors hold the whole syntax tree, which no log should.
  return new ExpressionError(`${write(firstLine(error), expression)} in ${JSON.stringify(expression)}`);
}

/** The library quotes the value at fault after a colon: what a visitor wrote must not come into a log. */
function withoutValues(message: string, expression: string): string {
  const [what = '', value = ''] = message.split(/: (.*)/s, 2);
  const isSafe = what === 'no such overload' || expression.includes(value);
  return isSafe ? message : what;
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
