import type { Step, StepKind } from '../../contract/flow.ts';
import { checkBranch } from './branch.ts';
import { checkCall } from './call.ts';
import { checkEnd } from './end.ts';
import type { CheckStep, Facts } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { checkHandoff } from './handoff.ts';
import { checkHttp } from './http.ts';
import { checkLlm } from './llm.ts';
import { checkMessage } from './message.ts';
import { checkQuestion } from './question.ts';
import { checkSet } from './set.ts';
import { checkWait } from './wait.ts';

const checks = {
  message: checkMessage,
  question: checkQuestion,
  set: checkSet,
  branch: checkBranch,
  http: checkHttp,
  llm: checkLlm,
  handoff: checkHandoff,
  call: checkCall,
  wait: checkWait,
  end: checkEnd,
} satisfies { [K in StepKind]: CheckStep<K> };

/** What is wrong with one step, taken by itself. */
export function findStepFaults(stepId: string, step: Step, facts: Facts): FlowFault[] {
  // The table pairs each kind with its own check; the compiler can't follow that through the index.
  const check = checks[step.kind] as CheckStep<StepKind>;
  return check(step, `steps.${stepId}`, facts);
}
