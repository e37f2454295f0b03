import type { FlowDefinition, Step } from '../contract/flow.ts';
import { FlowEngineError } from './errors.ts';

/** @throws FlowEngineError `unknown_step`, also for the names that every object has */
export function findStep(flow: FlowDefinition, stepId: string): Step {
  const step = Object.hasOwn(flow.steps, stepId) ? flow.steps[stepId] : undefined;
  if (!step) throw new FlowEngineError('unknown_step', 'the flow has no such step', { stepId });
  return step;
}
