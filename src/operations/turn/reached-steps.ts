import type { RunFlow } from '../../contract/runs.ts';
import type { FlowPosition } from '../../contract/vocabulary.ts';
import { type NamedSteps, reachedIn, withReached } from '../../domain/runs/reached-steps.ts';

/** Notes which steps a turn begins, of the flows that it comes by. */
export function reachedSteps(before: readonly RunFlow[] = []) {
  const flows = new Map<string, NamedSteps>();
  const begun = new Map<string, Set<string>>();
  let last: FlowPosition | null = null;
  const keyOf = ({ id, version }: Pick<FlowPosition, 'id' | 'version'>) => `${id}@${version}`;
  return {
    /** A flow as it was found. */
    see<Flow extends NamedSteps | null>(flow: Flow): Flow {
      if (flow) flows.set(keyOf(flow), flow);
      return flow;
    },
    begin(at: FlowPosition): void {
      last = at;
      const key = keyOf(at);
      begun.set(key, (begun.get(key) ?? new Set()).add(at.stepId));
    },
    /** The last step that was begun; the flow that was to begin; null when none was found. */
    last(): FlowPosition | null {
      const [flow] = flows.values();
      return last ?? (flow ? { id: flow.id, version: flow.version, stepId: '' } : null);
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
