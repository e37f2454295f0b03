import type { FlowDefinition } from '../contract/flow.ts';

/** The queues that a flow's handoffs wait in by name, each once, in order; the one that is always there needs none. */
export function queuesNamed({ steps }: Pick<FlowDefinition, 'steps'>): readonly string[] {
  const named = Object.values(steps).flatMap((step) => (step.kind === 'handoff' ? (step.queue ?? []) : []));
  return [...new Set(named)].sort();
}
