import type { FlowDefinition } from '../contract/flow.ts';
import type { FlowFault } from '../engine/checks/fault.ts';

/**
 * Steps that no scripted conversation comes to.
 * @param reached those that they came to, of each conversation there is
 */
export function findScriptWarnings(
  { steps }: Pick<FlowDefinition, 'steps'>,
  reached: readonly (readonly string[])[],
): FlowFault[] {
  if (reached.length === 0) return [];
  const known = new Set(reached.flat());
  return Object.keys(steps)
    .filter((id) => !known.has(id))
    .map((id) => ({ path: `steps.${id}`, message: 'no scripted conversation comes to this step' }));
}
