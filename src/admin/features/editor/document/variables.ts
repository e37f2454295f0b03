import { type FlowDocument, isObject, type Json, type JsonObject, stepsOf } from './document.ts';
import { namesIn, namesInTemplate } from './rename-name.ts';

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
  const steps = Object.entries(stepsOf(document)).map(([id, step]) => ({
    id,
    set: setBy(step),
    read: readBy(step),
  }));
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
  return new Set([...setBy(step), ...readBy(step)]);
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
