import { nearest } from '../../contract/in-words.ts';
import { findAssignProblems } from '../check-text.ts';
import type { Json } from '../interfaces.ts';
import { problem } from '../problems.ts';
import {
  type AssignedBy,
  type CheckStep,
  type HandlesOf,
  nowhere,
  type RunStep,
  type StandIns,
  type StepDocument,
} from './step.ts';

/** Runs another flow as a part of this one; `input` gives its variables their first values. @see design 4 */
export const run: RunStep<'call'> = ({ flow, input = {} }, context) => {
  const given = Object.entries(input).map(([name, expression]): [string, Json] => [
    name,
    context.evaluate(expression),
  ]);
  return { kind: 'called', flowId: flow, input: Object.fromEntries(given) };
};

/** Returns the problems of a call of another flow. */
export const check: CheckStep<'call'> = ({ flow, input, saveAs }, path, { types, surroundings }) => {
  const { flowIds } = surroundings;
  return [
    ...(flowIds && !flowIds.has(flow)
      ? [problem(`${path}.flow`, 'noFlow', { id: flow, meant: nearest(flow, [...flowIds]) })]
      : []),
    ...findAssignProblems(`${path}.input`, input, types),
    ...findAssignProblems(`${path}.saveAs`, saveAs, new Map([...types, ['result', 'map']])),
  ];
};

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'call'> = ({ next }) => [
  // The questions of a called flow are unknown here. A cycle of calls without a question reaches the step
  // limit.
  { key: 'next', to: next, waits: true },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'call'> = ({ saveAs = {} }) =>
  Object.keys(saveAs).map((name) => [name, 'dyn']);

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'call'> = { flow: '_', next: nowhere };

/** Describes the kind in the reference. */
export const document: StepDocument<'call'> = {
  about:
    "Runs another flow of the tenant as a part of this one, at most 5 levels deep. The called flow has its own variables; its `end` returns here. This flow's global keywords work inside it, and end it.",
  fields: {
    flow: 'The ID of the flow; its live version is run.',
    input: "Variables of the called flow, each with an expression over this flow's variables.",
    saveAs:
      "Variables of this flow, each with an expression over `result`: the called flow's variables at its end.",
    next: 'The next step when the called flow ends.',
  },
};
