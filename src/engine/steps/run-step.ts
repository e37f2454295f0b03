import type { Step, StepKind } from '../../contract/flow.ts';
import { runBranch } from './branch.ts';
import { runCall } from './call.ts';
import { runEnd } from './end.ts';
import { runHandoff } from './handoff.ts';
import { runHttp } from './http.ts';
import { runLlm } from './llm.ts';
import { runMessage } from './message.ts';
import { runQuestion } from './question.ts';
import { runSet } from './set.ts';
import type { RunStep, StepContext, StepOutcome } from './step.ts';
import { runWait } from './wait.ts';

const runners = {
  message: runMessage,
  question: runQuestion,
  set: runSet,
  branch: runBranch,
  http: runHttp,
  llm: runLlm,
  handoff: runHandoff,
  call: runCall,
  wait: runWait,
  end: runEnd,
} satisfies { [K in StepKind]: RunStep<K> };

/** Runs one step of any kind. @throws ExpressionError, or whatever the outside throws */
export function runStep(step: Step, context: StepContext): StepOutcome | Promise<StepOutcome> {
  // The table pairs each kind with its own runner; the compiler can't follow that through the index.
  const run = runners[step.kind] as RunStep<StepKind>;
  return run(step, context);
}
