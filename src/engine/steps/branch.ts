import { findExpressionProblems } from '../check-text.ts';
import {
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepDocument,
} from './step.ts';

/** Goes where the first expression points that holds. */
export const run: RunStep<'branch'> = ({ branches, otherwise }, context) => {
  for (const [n, { when, next }] of branches.entries()) {
    const value = context.evaluate(when);
    // Null, false, 0, an empty text, list or object are false: `when: "name"` is true if there is a name.
    const holds =
      typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
    if (holds) return { kind: 'next', next, by: `branches.${n}.next` };
  }
  return { kind: 'next', next: otherwise, by: 'otherwise' };
};

/** Returns the problems of conditions. */
export const check: CheckStep<'branch'> = ({ branches }, path, { types }) =>
  branches.flatMap(({ when }, n) => findExpressionProblems(`${path}.branches.${n}.when`, when, types));

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'branch'> = ({ branches, otherwise }) => [
  ...branches.map(({ next }, n) => ({ key: `branches.${n}.next`, to: next })),
  { key: 'otherwise', to: otherwise },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'branch'> = () => [];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'branch'> = {
  branches: [{ when: 'true', next: nowhere }],
  otherwise: nowhere,
};

/** Describes the kind in the reference. */
export const document: StepDocument<'branch'> = {
  about: 'Continues at the step of the first condition that is true.',
  fields: {
    branches:
      'Conditions in order, each with its next step. Missing, false, 0 and empty values count as false: `"when": "name"` is true when there is a name.',
    otherwise: 'The next step when no condition is true.',
  },
};
