import type { FlowDefinition, Step } from '../contract/flow.ts';

/** Names that the engine itself gives values to. */
export const givenNames = ['message', 'now', 'error'] as const;

interface Known {
  /** Every variable that a flow can have; those not set yet are null in its expressions. */
  readonly unset: Readonly<Record<string, null>>;
  /** Whether the present time is asked for anywhere: it is not free. */
  readonly asksForNow: boolean;
}

const known = new WeakMap<FlowDefinition, Known>();

/** What a flow's expressions may name. */
export function variablesOf(flow: FlowDefinition): Known {
  const found = known.get(flow) ?? collect(flow);
  known.set(flow, found);
  return found;
}

/** Variables that a step gives a value to. */
export function assignedBy(step: Step): readonly string[] {
  switch (step.kind) {
    case 'question':
      return [step.saveAs];
    case 'set':
      return Object.keys(step.assign);
    case 'http':
    case 'call':
      return Object.keys(step.saveAs ?? {});
    case 'llm':
      return step.saveAs === undefined ? [] : [step.saveAs];
    default:
      return [];
  }
}

function collect(flow: FlowDefinition): Known {
  const names = new Set([
    ...givenNames,
    ...Object.keys(flow.variables ?? {}),
    ...Object.values(flow.steps).flatMap(assignedBy),
  ]);
  const unset = Object.fromEntries([...names].map((name) => [name, null]));
  return { unset, asksForNow: /\bnow\b/.test(JSON.stringify(flow.steps)) };
}
