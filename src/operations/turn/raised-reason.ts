import { FlowEngineError } from '../../engine/errors.ts';

/** Why a flow raised, without what a visitor wrote. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof FlowEngineError)) return 'the flow raised';
  return `the flow raised: ${error.code}${error.stepId === undefined ? '' : ` at step ${error.stepId}`}`;
}
