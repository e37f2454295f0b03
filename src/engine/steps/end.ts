import { findTextProblems } from '../check-text.ts';
import type { AssignedBy, CheckStep, HandlesOf, RunStep, StandIns, StepDocument } from './step.ts';

/** Completes the run; the next message starts a new one. */
export const run: RunStep<'end'> = ({ text }, context) => ({
  kind: 'completed',
  send: text === undefined ? [] : context.reply(context.renderMarked(text)),
});

/** Returns the problems of an end step. */
export const check: CheckStep<'end'> = ({ text }, path, { types }) =>
  findTextProblems(`${path}.text`, text, types);

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'end'> = () => [];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'end'> = () => [];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'end'> = {};

/** Describes the kind in the reference. */
export const document: StepDocument<'end'> = {
  about:
    'Ends the run: the next message starts a new one, with fresh variables. In a called flow, or after a trigger with `return`, it ends only that part.',
  fields: { text: 'A last message to the visitor; one text, or one per language.' },
};
