import { findAssignProblems } from '../check-text.ts';
import {
  type Assigned,
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepDocument,
} from './step.ts';

/** Assigns variables, in the order written: a later expression sees what an earlier one has assigned. */
export const run: RunStep<'set'> = ({ assign, next }, context) => {
  const assigned: Record<string, Assigned[string]> = {};
  for (const [name, expression] of Object.entries(assign)) {
    assigned[name] = context.evaluate(expression, assigned);
  }
  return { kind: 'next', next, assign: assigned };
};

/** Returns the problems of assignments. */
export const check: CheckStep<'set'> = ({ assign }, path, { types }) =>
  findAssignProblems(`${path}.assign`, assign, types);

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'set'> = ({ next }) => [{ key: 'next', to: next }];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'set'> = ({ assign }, typeOf) =>
  Object.entries(assign).map(([name, expression]) => [name, typeOf(expression)]);

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'set'> = { assign: {}, next: nowhere };

/** Describes the kind in the reference. */
export const document: StepDocument<'set'> = {
  about: 'Sets variables.',
  fields: {
    assign:
      'Variables, each with an expression. They are set in the order written: a later expression sees the earlier values.',
    next: 'The next step.',
  },
};
