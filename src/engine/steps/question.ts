import type { StepOf } from '../../contract/flow.ts';
import { readAnswer } from '../read-answer.ts';
import type { RunStep, StepContext, StepOutcome } from './step.ts';

const defaultMaxAttempts = 3;

/** Sends the prompt and waits. */
export const runQuestion: RunStep<'question'> = (step, context) => ({
  kind: 'wait',
  attempts: 0,
  send: prompt(step.text, step, context),
});

/**
 * Takes the message as the answer to the question that waits. A wrong one is asked for again up to `maxAttempts`
 * answers in all (3 unless told), then `onInvalid` is taken; a question without `onInvalid` keeps asking, since
 * there is nowhere else to go and a trigger word still leads out.
 */
export function answerQuestion(step: StepOf<'question'>, context: StepContext): StepOutcome {
  const answer = readAnswer(step, context.message);
  if (answer.ok) return { kind: 'next', next: step.next, assign: { [step.saveAs]: answer.value } };
  const attempts = context.state.attempts + 1;
  if (step.onInvalid !== undefined && attempts >= (step.maxAttempts ?? defaultMaxAttempts)) {
    return { kind: 'next', next: step.onInvalid };
  }
  return { kind: 'wait', attempts, send: prompt(step.retryText ?? step.text, step, context) };
}

function prompt(template: string, { choices }: StepOf<'question'>, context: StepContext) {
  return context.reply(context.render(template), choices && { choices });
}
