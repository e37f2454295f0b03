import type { Step, StepKind } from '../../contract/flow.ts';
import type { Facts } from '../check-text.ts';
import type { FlowProblem } from '../problems.ts';
import * as askQuestion from './ask-question.ts';
import * as branch from './branch.ts';
import * as call from './call.ts';
import * as end from './end.ts';
import * as handoff from './handoff.ts';
import * as http from './http.ts';
import * as llm from './llm.ts';
import * as message from './message.ts';
import * as question from './question.ts';
import * as set from './set.ts';
import type {
  AssignedBy,
  CheckStep,
  Handle,
  HandlesOf,
  RunStep,
  StandIns,
  StepContext,
  StepDocument,
  StepOutcome,
} from './step.ts';
import * as wait from './wait.ts';

// One table a part, not one object a kind, and marked as pure: a bundle then holds only the parts that it uses.

const runs: { [K in StepKind]: RunStep<K> } = /* @__PURE__ */ (() => ({
  message: message.run,
  question: askQuestion.run,
  set: set.run,
  branch: branch.run,
  http: http.run,
  llm: llm.run,
  handoff: handoff.run,
  call: call.run,
  wait: wait.run,
  end: end.run,
}))();

const checks: { [K in StepKind]: CheckStep<K> } = /* @__PURE__ */ (() => ({
  message: message.check,
  question: question.check,
  set: set.check,
  branch: branch.check,
  http: http.check,
  llm: llm.check,
  handoff: handoff.check,
  call: call.check,
  wait: wait.check,
  end: end.check,
}))();

const handles: { [K in StepKind]: HandlesOf<K> } = /* @__PURE__ */ (() => ({
  message: message.handles,
  question: question.handles,
  set: set.handles,
  branch: branch.handles,
  http: http.handles,
  llm: llm.handles,
  handoff: handoff.handles,
  call: call.handles,
  wait: wait.handles,
  end: end.handles,
}))();

const assigned: { [K in StepKind]: AssignedBy<K> } = /* @__PURE__ */ (() => ({
  message: message.assigned,
  question: question.assigned,
  set: set.assigned,
  branch: branch.assigned,
  http: http.assigned,
  llm: llm.assigned,
  handoff: handoff.assigned,
  call: call.assigned,
  wait: wait.assigned,
  end: end.assigned,
}))();

/** Values for the required fields of each kind. */
export const standIns: { [K in StepKind]: StandIns<K> } = /* @__PURE__ */ (() => ({
  message: message.standIns,
  question: question.standIns,
  set: set.standIns,
  branch: branch.standIns,
  http: http.standIns,
  llm: llm.standIns,
  handoff: handoff.standIns,
  call: call.standIns,
  wait: wait.standIns,
  end: end.standIns,
}))();

/** The reference of each kind. */
export const stepDocuments: { [K in StepKind]: StepDocument<K> } = /* @__PURE__ */ (() => ({
  message: message.document,
  question: question.document,
  set: set.document,
  branch: branch.document,
  http: http.document,
  llm: llm.document,
  handoff: handoff.document,
  call: call.document,
  wait: wait.document,
  end: end.document,
}))();

// Each table pairs a kind with its own functions; the compiler can't follow that through the index, so it is cast below.

/** Runs one step of any kind. @throws ExpressionError, or what the outside throws */
export function runStep(step: Step, context: StepContext): StepOutcome | Promise<StepOutcome> {
  return (runs[step.kind] as RunStep<StepKind>)(step, context);
}

/** Finds the problems of one step, taken by itself. */
export function findStepProblems(stepId: string, step: Step, facts: Facts): FlowProblem[] {
  return (checks[step.kind] as CheckStep<StepKind>)(step, `steps.${stepId}`, facts);
}

/** Lists the handles of a step, in the order in which a reader meets them. */
export function handlesOf(step: Step): readonly Handle[] {
  return (handles[step.kind] as HandlesOf<StepKind>)(step);
}

/** Whether a value names a kind of step. */
export function isStepKind(kind: unknown): kind is StepKind {
  return typeof kind === 'string' && Object.hasOwn(handles, kind);
}

/** A connection from a step to another, and where the definition has it. */
export interface Connection {
  /** A path as keys joined by dots: `steps.menu.choices.0.next`. */
  readonly path: string;
  readonly to: string;
  readonly waits: boolean;
  readonly byTime: boolean;
}

/** Lists the connections that lead on from a step. */
export function connectionsFrom(id: string, step: Step): Connection[] {
  return handlesOf(step).flatMap(({ key, to, waits = false, byTime = false }) =>
    to === undefined ? [] : [{ path: `steps.${id}.${key}`, to, waits, byTime }],
  );
}

/** Lists the variables that a step assigns, with their types. */
export function assignmentsOf(
  step: Step,
  typeOf: (expression: string) => string,
): ReturnType<AssignedBy<StepKind>> {
  return (assigned[step.kind] as AssignedBy<StepKind>)(step, typeOf);
}

/** Lists the variables that a step assigns. */
export function assignedBy(step: Step): readonly string[] {
  return assignmentsOf(step, () => 'dyn').map(([name]) => name);
}
