import type { Step } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';

/**
 * Whether a step is left to the queue, where it runs once: what may be slow, unless the flow says otherwise. A request
 * waits for its result until the 3 s are over.
 * @see design 5.4
 */
export function runsInBackground(step: Step): boolean {
  if (step.kind !== 'http' && step.kind !== 'llm') return false;
  if (step.background !== undefined) return step.background;
  return step.kind === 'llm' || (step.timeoutMs ?? limits.stepTimeoutMs) > limits.backgroundStepMs;
}
