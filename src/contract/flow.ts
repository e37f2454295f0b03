import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { branchStep } from './steps/branch.ts';
import { callStep } from './steps/call.ts';
import { endStep } from './steps/end.ts';
import { handoffStep } from './steps/handoff.ts';
import { httpStep } from './steps/http.ts';
import { llmStep } from './steps/llm.ts';
import { messageStep } from './steps/message.ts';
import { name } from './steps/parts.ts';
import { questionStep } from './steps/question.ts';
import { setStep } from './steps/set.ts';
import { waitStep } from './steps/wait.ts';

/** One file a kind, here and in `engine/steps`, `engine/checks` and `engine/documents`; the compiler names what lacks. */
export const stepSchemas = {
  message: messageStep,
  question: questionStep,
  set: setStep,
  branch: branchStep,
  http: httpStep,
  llm: llmStep,
  handoff: handoffStep,
  call: callStep,
  wait: waitStep,
  end: endStep,
} as const;

export const step = z.discriminatedUnion('kind', [
  messageStep,
  questionStep,
  setStep,
  branchStep,
  httpStep,
  llmStep,
  handoffStep,
  callStep,
  waitStep,
  endStep,
]);
export type Step = z.infer<typeof step>;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

const trigger = z.strictObject({
  words: z.array(z.string()).check(z.minLength(1)),
  next: name,
  /** Comes back to the question that waited, once the part has reached an `end`. */
  return: z.optional(z.boolean()),
  /** Also heard while a human has the conversation, which it takes back. */
  duringHandoff: z.optional(z.boolean()),
});
export type Trigger = z.infer<typeof trigger>;

/** What is known of a flow beside its steps. */
export const flowFields = {
  id: name,
  version: z.int().check(z.gte(1)),
  title: z.optional(z.string()),
  start: name,
  variables: z.optional(z.record(name, z.json())),
  /** Words that jump from anywhere to a step. */
  triggers: z.optional(z.array(trigger)),
  /** Where what raises leads to. */
  onError: z.optional(name),
  /** Of a hundred conversations, how many keep what their `http` and `llm` steps found, for replays. */
  recordPercent: z.optional(z.number().check(z.gte(0), z.lte(100))),
};

/** A published, immutable definition. @see design 4 */
export const flowDefinition = z.strictObject({
  ...flowFields,
  steps: z
    .record(name, step)
    .check(
      z.refine(
        (steps) => Object.keys(steps).length <= limits.stepsPerFlow,
        `must have at most ${limits.stepsPerFlow} steps: move a part into a flow of its own and call it`,
      ),
    ),
});
export type FlowDefinition = z.infer<typeof flowDefinition>;
