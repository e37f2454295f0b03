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
  const found = knownSteps.get(step);
  if (found) return found;
  const [set, read] = [new Set<string>(), new Set<string>()];
  const note = (to: Set<string>, text: string, names: Iterable<string>) => {
    for (const name of names) to.add(name);
    return text;
  };
  mapMentions(step, {
    set: (name) => note(set, name, [name]),
    name: (name) => note(read, name, [name]),
    expression: (text) => note(read, text, namesIn(text)),
    template: (text) => note(read, text, namesInTemplate(text)),
  });
  knownSteps.set(step, { set, read });
  return { set, read };
}

/** What is written instead of each mention of variables. */
interface Mentions {
  /** A variable that gets a value. */
  readonly set: (name: string) => string;
  readonly name: (name: string) => string;
  readonly expression: (text: string) => string;
  readonly template: (text: string) => string;
}

type Rewrite = (value: Json, of: Mentions) => Json;

const same: Rewrite = (value) => value;
const expression: Rewrite = (value, of) => (typeof value === 'string' ? of.expression(value) : value);
const expressions: Rewrite = (value, of) =>
  isObject(value) ? mapValues(value, (one) => expression(one, of)) : value;
const template: Rewrite = (value, of) => {
  if (typeof value === 'string') return of.template(value);
  if (Array.isArray(value)) return value.map((one: Json) => template(one, of));
  return isObject(value) ? mapValues(value, (one) => template(one, of)) : value;
};
const keys: Rewrite = (value, of) => (isObject(value) ? renameKeys(value, of.set) : value);
const assigned: Rewrite = (value, of) => expressions(keys(value, of), of);
const each =
  (rewrite: Rewrite): Rewrite =>
  (value, of) =>
    Array.isArray(value) ? value.map((one: Json) => rewrite(one, of)) : value;
const within =
  (table: Readonly<Record<string, Rewrite>>, other: Rewrite = same): Rewrite =>
  (value, of) =>
    isObject(value)
      ? mapValues(value, (one, key) => (Object.hasOwn(table, key) ? (table[key] ?? other) : other)(one, of))
      : value;
const madeChoices = within({ from: expression, label: template, value: template });

/** How the fields of a step mention variables; in all others, texts are templates. */
const ofStep = within(
  {
    ...{ kind: same, flow: same, output: same, hours: same },
    saveAs: (value, of) => (typeof value === 'string' ? of.set(value) : assigned(value, of)),
    assign: assigned,
    /** Its keys are the other flow's. */
    input: expressions,
    share: each((value, of) => (typeof value === 'string' ? of.name(value) : value)),
    branches: each(within({ when: expression })),
    validate: within({ min: expression, max: expression, after: expression, before: expression }),
    choices: (value, of) => (isObject(value) ? madeChoices : template)(value, of),
    tools: each(within({ arguments: keys })),
  },
  template,
);

/** A step with something else for each mention of a variable. */
export function mapMentions(step: JsonObject, of: Mentions): JsonObject {
  return ofStep(step as Json, of) as JsonObject;
}

export function mapValues(value: JsonObject, change: (one: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]));
}

export function renameKeys(value: JsonObject, nameOf: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [nameOf(key), one]));
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
