import type { FlowDefinition } from '../contract/flow.ts';

/** Returns the ids of the other flows that a flow calls. */
export function flowsCalled({ id, steps }: Pick<FlowDefinition, 'id' | 'steps'>): string[] {
  const called = Object.values(steps).flatMap((step) => (step.kind === 'call' ? [step.flow] : []));
  return [...new Set(called)].filter((flowId) => flowId !== id);
}
