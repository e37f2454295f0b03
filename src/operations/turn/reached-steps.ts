import type { RunFlow } from '../../contract/runs.ts';
import type { FlowPosition } from '../../contract/vocabulary.ts';
import { type NamedSteps, reachedIn, withReached } from '../../domain/runs/reached-steps.ts';

/** Notes which steps a turn begins, of the flows that it comes by. */
export function reachedSteps(before: readonly RunFlow[] = []) {
  const flows = new Map<string, NamedSteps>();
  const begun = new Map<string, Set<string>>();
  const keyOf = ({ id, version }: Pick<FlowPosition, 'id' | 'version'>) => `${id}@${version}`;
  return {
    /** A flow as it was found. */
    see<Flow extends NamedSteps | null>(flow: Flow): Flow {
      if (flow) flows.set(keyOf(flow), flow);
      return flow;
    },
    begin(at: FlowPosition): void {
      const key = keyOf(at);
      begun.set(key, (begun.get(key) ?? new Set()).add(at.stepId));
    },
    /** With what the turn has reached in another process. */
    all(): readonly RunFlow[] {
      const now = [...begun].flatMap(([key, stepIds]) => {
        const flow = flows.get(key);
        return flow ? [reachedIn(flow, stepIds)] : [];
      });
      return withReached(before, now);
    },
  };
}
