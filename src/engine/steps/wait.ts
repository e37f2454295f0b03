import type { StepOf } from '../../contract/flow.ts';
import {
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepDocument,
  type StepOutcome,
  wakeAfter,
} from './step.ts';

/** Continues when its time is up, or when the visitor writes. @see design 4 */
export const run: RunStep<'wait'> = ({ minutes }, context) => ({
  kind: 'wait',
  attempts: 0,
  send: [],
  ...wakeAfter(minutes, 'wait', context),
});

/** Where a wait continues when its time is up, or when the visitor writes before. */
export function endWait({ next, onReply }: StepOf<'wait'>, by: 'time' | 'message'): StepOutcome {
  return by === 'message' && onReply !== undefined
    ? { kind: 'next', next: onReply, by: 'onReply' }
    : { kind: 'next', next };
}

/** A wait has nothing that its schema and the graph don't check. */
export const check: CheckStep<'wait'> = () => [];

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'wait'> = ({ next, onReply }) => [
  { key: 'next', to: next, waits: true, byTime: true },
  { key: 'onReply', to: onReply, isOptional: true, waits: true },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'wait'> = () => [];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'wait'> = { minutes: 1, next: nowhere };

/** Describes the kind in the reference. */
export const document: StepDocument<'wait'> = {
  about:
    'Waits for the given time, then continues, accurate to the minute. A waiting conversation is not closed for being idle. A run continues at most twenty times without a message from the visitor.',
  fields: {
    minutes: 'How long to wait, up to 10,080 (a week).',
    onReply: 'The next step when the visitor writes before then; the text is in `message.text`.',
    next: 'The next step when the time is up; without `onReply` also when the visitor writes.',
  },
};
