import type { FlowDefinition } from '../../contract/flow.ts';
import { isNameable } from '../expressions.ts';
import { assignedBy } from '../variable-names.ts';
import type { FlowFault } from './fault.ts';

/** `error` may be assigned by a flow; these are the engine's alone. */
const reserved = new Set(['message', 'now', 'response']);

/** Variables that no expression could name, or whose name is taken. */
export function findVariableFaults(flow: FlowDefinition): FlowFault[] {
  const declared = Object.keys(flow.variables ?? {}).map((name) => ({ path: `variables.${name}`, name }));
  const assigned = Object.entries(flow.steps).flatMap(([id, step]) =>
    assignedBy(step).map((name) => ({ path: `steps.${id}`, name })),
  );
  return [...declared, ...assigned].flatMap(({ path, name }) => {
    if (reserved.has(name)) return [{ path, message: `the variable name ${name} is reserved` }];
    if (!isNameable(name)) return [{ path, message: `an expression can't name a variable ${name}` }];
    return [];
  });
}
