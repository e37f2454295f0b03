import type { FlowDefinition } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { assignedBy } from '../steps/kinds.ts';
import { variableTypes } from '../variable-types.ts';
import { type Size, scalar, sizeOf, textOf } from './size.ts';

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
