import type { FlowDefinition } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import type { FlowFault } from './fault.ts';

/** Flows that call themselves by way of others, or one another deeper than a conversation may go. */
export function findCallFaults(
  flows: readonly Pick<FlowDefinition, 'id' | 'steps'>[],
): (FlowFault & { readonly flowId: string })[] {
  const called = new Map(
    flows.map(({ id, steps }) => [
      id,
      Object.entries(steps).flatMap(([stepId, step]) =>
        step.kind === 'call' ? [{ stepId, to: step.flow }] : [],
      ),
    ]),
  );
  const reaches = (id: string, depth: number): number =>
    depth > limits.callDepth
      ? depth
      : Math.max(depth, ...(called.get(id) ?? []).map(({ to }) => reaches(to, depth + 1)));
  return [...called].flatMap(([flowId, calls]) =>
    calls
      .filter(({ to }) => reaches(to, 1) > limits.callDepth)
      .map(({ stepId }) => ({
        flowId,
        path: `steps.${stepId}.flow`,
        message: `leads more than ${limits.callDepth} flows deep: does one of them call itself?`,
      })),
  );
}
