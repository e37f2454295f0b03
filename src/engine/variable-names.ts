import type { FlowDefinition, Step } from '../contract/flow.ts';

/** Names that the engine itself gives values to. */
export const givenNames = ['message', 'error'] as const;

const known = new WeakMap<FlowDefinition, ReadonlySet<string>>();

/** Every variable that a flow can have; those not set yet are null in its expressions. */
export function variableNames(flow: FlowDefinition): ReadonlySet<string> {
  const names = known.get(flow) ?? collect(flow);
  known.set(flow, names);
  return names;
}

/** Variables that a step gives a value to. */
export function assignedBy(step: Step): readonly string[] {
  switch (step.kind) {
    case 'question':
      return [step.saveAs];
    case 'set':
      return Object.keys(step.assign);
    case 'http':
      return Object.keys(step.saveAs ?? {});
    case 'llm':
      return step.saveAs === undefined ? [] : [step.saveAs];
    default:
      return [];
  }
}

function collect(flow: FlowDefinition): ReadonlySet<string> {
  return new Set([
    ...givenNames,
    ...Object.keys(flow.variables ?? {}),
    ...Object.values(flow.steps).flatMap(assignedBy),
  ]);
}
