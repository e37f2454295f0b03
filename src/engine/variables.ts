import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { typeOf, type VariableTypes } from './expressions.ts';
import { type Size, scalar, sizeOf, textOf } from './size.ts';
import { assignedBy, assignmentsOf, handlesOf } from './steps/kinds.ts';

/** Names that the engine itself gives values to. */
const givenNames = ['message', 'now', 'error'] as const;

const known = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** Every variable that a flow can have. */
export function variableNames(flow: FlowDefinition): ReadonlySet<string> {
  const found = known.get(flow);
  if (found) return found;
  const steps = Object.values(flow.steps).flatMap(assignedBy);
  const names = new Set([...givenNames, ...Object.keys(flow.variables ?? {}), ...steps]);
  known.set(flow, names);
  return names;
}

type TypedName = readonly [name: string, type: string];

/** A flow's variables, and their types where every value that they can get has the same one. */
export function variableTypes(flow: FlowDefinition): VariableTypes {
  const steps = Object.values(flow.steps);
  const names = variableNames(flow);
  const unknown = new Map([...names].map((name) => [name, 'dyn']));
  const assigned = [
    ...Object.entries(flow.variables ?? {}).flatMap(([name, value]): TypedName[] =>
      value === null ? [] : [[name, typeOfValue(value)]],
    ),
    ...steps.flatMap((step) => assignmentsOf(step, (expression) => simple(typeOf(expression, unknown)))),
  ];
  const found = Map.groupBy(assigned, ([name]) => name);
  return new Map([
    ...[...names].map((name): TypedName => [name, common((found.get(name) ?? []).map(([, type]) => type))]),
    ['message', 'map'],
    ['now', 'map'],
  ]);
}

function common(types: readonly string[]): string {
  const [first = 'dyn', ...others] = types;
  return others.every((type) => type === first) ? first : 'dyn';
}

function typeOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    default:
      return 'map';
  }
}

/** A type that a variable keeps: whole numbers become JSON's, of lists and objects no more is known than that. */
function simple(type: string): string {
  if (type === 'int' || type === 'double') return 'double';
  if (type === 'string' || type === 'bool') return type;
  if (type.startsWith('list')) return 'list';
  return type.startsWith('map') ? 'map' : 'dyn';
}

/** The variables that have a value when a turn reaches a step. */
export interface VariablesAt {
  /** Whichever connection it comes by. */
  readonly always: ReadonlySet<string>;
  /** By one of the connections at least, those of `always` among them. */
  readonly sometimes: ReadonlySet<string>;
}

/**
 * Traverses a flow and returns the variables that every path to each step sets. Keywords and `onError` are
 * reachable from anywhere, so any step may have set their variables.
 */
export function variablesKnownAt(
  flow: Pick<FlowDefinition, 'start' | 'triggers' | 'onError' | 'variables' | 'steps'>,
): ReadonlyMap<string, VariablesAt> {
  const declared = new Set(['message', 'now', ...Object.keys(flow.variables ?? {})]);
  const anywhere = new Set([...declared, ...givenNames, ...Object.values(flow.steps).flatMap(assignedBy)]);
  const known = new Map<string, VariablesAt>();
  const open: string[] = [];
  const come = (to: string | undefined, { always, sometimes }: VariablesAt) => {
    if (to === undefined || !Object.hasOwn(flow.steps, to)) return;
    const before = known.get(to);
    const next = before
      ? { always: both(before.always, always), sometimes: new Set([...before.sometimes, ...sometimes]) }
      : { always, sometimes };
    if (before?.always.size === next.always.size && before.sometimes.size === next.sometimes.size) return;
    known.set(to, next);
    open.push(to);
  };
  come(flow.start, { always: declared, sometimes: declared });
  for (const { next } of flow.triggers ?? []) come(next, { always: declared, sometimes: anywhere });
  come(flow.onError, { always: new Set([...declared, 'error']), sometimes: anywhere });
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = flow.steps[id];
    const here = known.get(id);
    if (!step || !here) continue;
    for (const { to, gives = assignedBy(step) } of handlesOf(step)) come(to, withNames(here, gives));
  }
  return known;
}

function withNames({ always, sometimes }: VariablesAt, names: readonly string[]): VariablesAt {
  return names.length === 0
    ? { always, sometimes }
    : { always: new Set([...always, ...names]), sometimes: new Set([...sometimes, ...names]) };
}

function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((name) => other.has(name)));
}

/** One member of a list or a map, as large as a visitor can make it. */
const member: Size = {
  ...textOf(limits.textChars),
  items: 10,
  nodes: 50,
  keys: 10,
  keyChars: 40,
  depth: 3,
  part: textOf(limits.textChars),
};

/** A variable as large as a conversation may keep: 64 KB, lists of 1,000. */
const variable: Size = {
  ...scalar,
  chars: 64 * 1024,
  items: 1_000,
  nodes: 10_000,
  text: 64 * 1024,
  keys: 1_000,
  keyChars: 64,
  depth: 20,
  part: member,
};

const metadata: Size = {
  ...variable,
  chars: limits.metadataBytes,
  items: limits.metadataListItems,
  nodes: limits.metadataNodes,
  text: limits.metadataBytes,
  keys: limits.metadataNodes,
};

const user: Size = { ...scalar, items: 6, nodes: 7, text: 1_500, keys: 6, depth: 1, part: textOf(255) };

const message: Size = {
  ...variable,
  members: { text: textOf(limits.textChars), user, metadata: { ...metadata, part: metadata } },
};

/** The tenant's clock: numbers, and texts as long as a date. */
const now: Size = {
  ...scalar,
  items: 8,
  nodes: 9,
  text: 120,
  keys: 8,
  keyChars: 7,
  depth: 1,
  part: textOf(10),
};

/** The largest size that a variable can have: what a formula is filled with before there is a value. */
export function largestSizeOf(name: string): Size {
  if (name === 'now') return now;
  return name === 'message' ? message : variable;
}

/** The same of one flow: what no step assigns stays as it was declared, and a number or a truth is small. */
export function largestSizesIn(flow: FlowDefinition): (name: string) => Size {
  const assigned = new Set(Object.values(flow.steps).flatMap(assignedBy));
  const types = variableTypes(flow);
  return (name) => {
    const { variables = {} } = flow;
    if (Object.hasOwn(variables, name) && !assigned.has(name)) return sizeOf(variables[name]);
    const type = types.get(name);
    if (type === 'double' || type === 'bool') return scalar;
    return type === 'string' ? textOf(variable.chars) : largestSizeOf(name);
  };
}
