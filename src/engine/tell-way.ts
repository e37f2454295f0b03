import type { FlowState, TurnDeps } from './interfaces.ts';
import type { StepOutcome } from './steps/step.ts';

/** Says which way out of a step is taken. */
export function tell({ tookWay }: TurnDeps, { flow }: FlowState, outcome: StepOutcome): void {
  if (outcome.kind === 'next') tookWay?.(flow.id, `steps.${flow.stepId}.${outcome.by ?? 'next'}`);
}
