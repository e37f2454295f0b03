import type { FlowDefinition, Step, StepKind, StepOf } from '../../contract/flow.ts';
import { variableNames } from '../variable-names.ts';
import type { FlowFault } from './fault.ts';
import { findHttpFaults } from './http.ts';
import { findQuestionFaults } from './question.ts';
import { findExpressionFaults, findTemplateFaults } from './texts.ts';

/** Checks one kind of step; `path` is where it stands. */
type CheckStep<K extends StepKind> = (
  step: StepOf<K>,
  path: string,
  names: ReadonlySet<string>,
) => FlowFault[];

const checks = {
  message: ({ text }, path, names) => findTemplateFaults(`${path}.text`, text, names),
  question: findQuestionFaults,
  set: ({ assign }, path, names) =>
    Object.entries(assign).flatMap(([name, expression]) =>
      findExpressionFaults(`${path}.assign.${name}`, expression, names),
    ),
  branch: ({ branches }, path, names) =>
    branches.flatMap(({ when }, n) => findExpressionFaults(`${path}.branches.${n}.when`, when, names)),
  http: findHttpFaults,
  llm: (step, path, names) => [
    ...findTemplateFaults(`${path}.system`, step.system, names),
    ...findTemplateFaults(`${path}.prompt`, step.prompt, names),
    ...(step.send || step.saveAs !== undefined
      ? []
      : [{ path, message: 'the answer is neither sent nor saved: set send or saveAs' }]),
  ],
  handoff: ({ reason, text }, path, names) => [
    ...findTemplateFaults(`${path}.reason`, reason, names),
    ...findTemplateFaults(`${path}.text`, text, names),
  ],
  end: ({ text }, path, names) => findTemplateFaults(`${path}.text`, text, names),
} satisfies { [K in StepKind]: CheckStep<K> };

/** What is wrong with one step, taken by itself. */
export function findStepFaults(flow: FlowDefinition, stepId: string, step: Step): FlowFault[] {
  // The table pairs each kind with its own check; the compiler can't follow that through the index.
  const check = checks[step.kind] as CheckStep<StepKind>;
  return check(step, `steps.${stepId}`, variableNames(flow));
}
