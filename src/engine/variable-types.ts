import type { FlowDefinition } from '../contract/flow.ts';
import { typeOf, type VariableTypes } from './expressions.ts';
import { givenNames } from './step-context.ts';
import { assignedBy, assignmentsOf } from './steps/kinds.ts';

type Assigned = readonly [name: string, type: string];

/** A flow's variables, and their types where every value that they can get has the same one. */
export function variableTypes(flow: FlowDefinition): VariableTypes {
  const steps = Object.values(flow.steps);
  const names = new Set([...givenNames, ...Object.keys(flow.variables ?? {}), ...steps.flatMap(assignedBy)]);
  const unknown = new Map([...names].map((name) => [name, 'dyn']));
  const assigned = [
    ...Object.entries(flow.variables ?? {}).flatMap(([name, value]): Assigned[] =>
      value === null ? [] : [[name, typeOfValue(value)]],
    ),
    ...steps.flatMap((step) => assignmentsOf(step, (expression) => simple(typeOf(expression, unknown)))),
  ];
  const found = Map.groupBy(assigned, ([name]) => name);
  return new Map([
    ...[...names].map((name): Assigned => [name, common((found.get(name) ?? []).map(([, type]) => type))]),
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
