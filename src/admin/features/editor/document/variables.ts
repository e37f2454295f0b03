import { type FlowDocument, isObject, type Json, type JsonObject, stepsOf } from './document.ts';

/** Where a variable is set and where it is read. */
export interface VariableUse {
  readonly name: string;
  /** Its declared default; undefined without one. */
  readonly start: Json | undefined;
  readonly setIn: readonly string[];
  readonly readIn: readonly string[];
}

const known = new WeakMap<FlowDocument, readonly VariableUse[]>();

/** All variables of a flow: those that it declares, then those that its steps give a value to. */
export function variablesOf(document: FlowDocument): readonly VariableUse[] {
  const found = known.get(document) ?? collect(document);
  known.set(document, found);
  return found;
}

function collect(document: FlowDocument): readonly VariableUse[] {
  const { variables } = document.definition;
  const declared = isObject(variables) ? variables : {};
  const steps = Object.entries(stepsOf(document)).map(([id, step]) => ({ id, ...usedBy(step) }));
  const names = new Set([...Object.keys(declared), ...steps.flatMap(({ set }) => [...set])]);
  return [...names].map((name) => ({
    name,
    start: Object.hasOwn(declared, name) ? declared[name] : undefined,
    setIn: steps.filter(({ set }) => set.has(name)).map(({ id }) => id),
    readIn: steps.filter(({ read }) => read.has(name)).map(({ id }) => id),
  }));
}

/** Every name that a step sets or reads. */
export function namesOf(step: JsonObject): ReadonlySet<string> {
  const { set, read } = usedBy(step);
  return new Set([...set, ...read]);
}

type StepUse = Readonly<Record<'set' | 'read', ReadonlySet<string>>>;
const knownSteps = new WeakMap<JsonObject, StepUse>();

/** Read once for each state of a step: a keystroke changes one of hundreds. */
function usedBy(step: JsonObject): StepUse {
  const found = knownSteps.get(step) ?? { set: setBy(step), read: readBy(step) };
  knownSteps.set(step, found);
  return found;
}

function setBy({ kind, saveAs, assign, tools }: JsonObject): ReadonlySet<string> {
  const listed = [assign, ...(kind === 'http' || kind === 'call' ? [saveAs] : [])].filter(isObject);
  const given = (Array.isArray(tools) ? tools : []).map((tool) => (isObject(tool) ? tool.arguments : null));
  return new Set([
    ...(typeof saveAs === 'string' ? [saveAs] : []),
    ...[...listed, ...given.filter(isObject)].flatMap((names) => Object.keys(names)),
  ]);
}

/** Fields whose texts, or whose values, are expressions; of a list's entries likewise. */
const expressionKeys = new Set(['when', 'from', 'min', 'max', 'after', 'before']);
const expressionTables = new Set(['assign', 'input', 'saveAs']);
const notRead = new Set(['kind', 'flow', 'pattern', 'output', 'hours', 'tools']);

function readBy(step: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (found: Iterable<string>) => {
    for (const name of found) names.add(name);
  };
  const visit = (key: string, value: Json | undefined): void => {
    if (notRead.has(key)) return;
    if (typeof value === 'string') add(expressionKeys.has(key) ? namesIn(value) : namesInTemplate(value));
    else if (key === 'share' && Array.isArray(value)) add(value.map(String));
    else if (expressionTables.has(key) && isObject(value))
      for (const one of Object.values(value)) add(typeof one === 'string' ? namesIn(one) : []);
    else if (Array.isArray(value)) for (const one of value) visit(key, one);
    else if (isObject(value)) for (const [inner, one] of Object.entries(value)) visit(inner, one);
  };
  for (const [key, value] of Object.entries(step)) visit(key, value);
  return names;
}

/** Renames a variable in an expression, except in quotes or after a dot. */
export function renameInExpression(expression: string, from: string, to: string): string {
  return tokensOf(expression)
    .map((token, n, tokens) => (token === from && !isField(tokens, n) ? to : token))
    .join('');
}

/** The same in each `{{ … }}` of a template. */
export function renameInTemplate(template: string, from: string, to: string): string {
  let made = '';
  let rest = template;
  for (;;) {
    const open = rest.indexOf('{{');
    if (open < 0) return made + rest;
    const inside = rest.slice(open + 2);
    const length = lengthOfExpression(inside);
    made += rest.slice(0, open + 2) + renameInExpression(inside.slice(0, length), from, to);
    rest = inside.slice(length);
  }
}

/** Returns the names in an expression, without fields. */
export function namesIn(expression: string): ReadonlySet<string> {
  const tokens = tokensOf(expression);
  return new Set(tokens.filter((token, n) => /^[A-Za-z_]/.test(token) && !isField(tokens, n)));
}

/** The names in the expressions of a template. */
export function namesInTemplate(template: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let rest = template; rest.includes('{{'); ) {
    const inside = rest.slice(rest.indexOf('{{') + 2);
    const length = lengthOfExpression(inside);
    for (const name of namesIn(inside.slice(0, length))) names.add(name);
    rest = inside.slice(length);
  }
  return names;
}

/** Texts in quotes, names, and everything between them. */
function tokensOf(expression: string): string[] {
  return (
    expression.match(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|\d[\w.]*|\s+|[^\sA-Za-z_"'\d]/gs) ??
    []
  );
}

function isField(tokens: readonly string[], n: number): boolean {
  const before = tokens.slice(0, n).findLast((token) => token.trim() !== '');
  return before === '.';
}

/** Up to the first `}}` outside of quotes and braces. */
function lengthOfExpression(text: string): number {
  let depth = 0;
  let at = 0;
  for (const token of tokensOf(text)) {
    if (depth === 0 && text.startsWith('}}', at)) return at;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    at += token.length;
  }
  return text.length;
}
