import type { Step } from '../contract/flow.ts';

/** Whether a step is handed over to the worker instead of being run while a visitor waits. @see design 5.4 */
export function runsInBackground(step: Step): boolean {
  return (step.kind === 'http' || step.kind === 'llm') && step.background === true;
}
