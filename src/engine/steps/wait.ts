import type { StepOf } from '../../contract/flow.ts';
import { wakeAfter } from '../wake.ts';
import type { RunStep, StepOutcome } from './step.ts';

/** Goes on when its time is up, or when the visitor writes. @see design 4 */
export const runWait: RunStep<'wait'> = ({ minutes }, context) => ({
  kind: 'wait',
  attempts: 0,
  send: [],
  ...wakeAfter(minutes, 'wait', context),
});

/** Where a wait leads once its time is up, or the visitor has written before. */
export function endWait({ next, onReply }: StepOf<'wait'>, by: 'time' | 'message'): StepOutcome {
  return by === 'message' && onReply !== undefined
    ? { kind: 'next', next: onReply, by: 'onReply' }
    : { kind: 'next', next };
}
