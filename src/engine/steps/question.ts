import type { StepOf } from '../../contract/flow.ts';
import type { Text } from '../../contract/steps/parts.ts';
import type { Json, Measured, OfferedChoice, Wake } from '../interfaces.ts';
import { isWrittenDate, type RuleValue } from '../keeps-rules.ts';
import { areWritten, offerChoices } from '../offer-choices.ts';
import { readAnswer } from '../read-answer.ts';
import { wakeAfter } from '../wake.ts';
import type { RunStep, StepContext, StepOutcome } from './step.ts';

const defaultMaxAttempts = 3;

/** Sends the prompt and waits; reminds of it, and goes on, when nobody answers. */
export const runQuestion: RunStep<'question'> = (step, context) =>
  ask(step, step.text, offerChoices(step, context), 0, context);

/**
 * Takes the message as the answer to the question that waits. A wrong one is asked for again up to `maxAttempts`
 * answers in all (3 unless told), then `onInvalid` is taken; a question without `onInvalid` keeps asking, since
 * there is nowhere else to go and a trigger word still leads out.
 * @throws ExpressionError
 */
export function answerQuestion(step: StepOf<'question'>, context: StepContext): StepOutcome {
  // What was offered counts, not what would be offered now: a number means the list that was shown.
  const choices = context.state.offered ?? offerChoices(step, context);
  const bound = (rule: RuleValue): Json =>
    typeof rule === 'number' || isWrittenDate(rule) ? rule : context.evaluate(rule);
  const { matches } = context;
  const answer = readAnswer({ question: step, choices, bound, matches }, context.message);
  if (answer.ok) {
    const measured = measure(step, answer.value, context);
    return {
      kind: 'next',
      ...wayOf(step, choices, answer.choice),
      assign: { [step.saveAs]: answer.value },
      ...(measured && { measured }),
    };
  }
  const attempts = context.state.attempts + 1;
  if (step.onInvalid !== undefined && attempts >= (step.maxAttempts ?? defaultMaxAttempts)) {
    return { kind: 'next', next: step.onInvalid, by: 'onInvalid' };
  }
  return ask(step, step.retryText ?? step.text, choices, attempts, context);
}

/** A choice may have a way of its own. */
function wayOf(
  step: StepOf<'question'>,
  choices: readonly OfferedChoice[],
  choice: OfferedChoice | undefined,
) {
  if (choice?.next === undefined) return { next: step.next };
  const by = Array.isArray(step.choices) ? `choices.${choices.indexOf(choice)}.next` : 'choices.next';
  return { next: choice.next, by };
}

function ask(
  step: StepOf<'question'>,
  text: Text,
  choices: readonly OfferedChoice[],
  attempts: number,
  context: StepContext,
): Extract<StepOutcome, { kind: 'wait' }> {
  const shown = choices.map(({ label, value }) => ({ label, value }));
  return {
    kind: 'wait',
    attempts,
    send: context.reply(context.render(text), { choices: shown }),
    ...(!areWritten(step) && { offered: choices }),
    ...firstWake(step, context),
  };
}

/** What happens first when the visitor says nothing. */
function firstWake(step: StepOf<'question'>, context: StepContext) {
  const { remindAfterMinutes } = step;
  return remindAfterMinutes === undefined
    ? silenceWake(step, context)
    : wakeAfter(remindAfterMinutes, 'remind', context);
}

function silenceWake(
  { onSilence, silenceAfterMinutes, remindAfterMinutes }: StepOf<'question'>,
  context: StepContext,
) {
  const minutes = silenceAfterMinutes ?? remindAfterMinutes;
  return onSilence === undefined || minutes === undefined ? {} : wakeAfter(minutes, 'silence', context);
}

/**
 * What a question does when its time has come: it is asked once more in other words, and is left the next time.
 * @throws ExpressionError
 */
export function wakeQuestion(
  step: StepOf<'question'>,
  kind: Wake['kind'],
  context: StepContext,
): StepOutcome {
  const { onSilence, remindText, text } = step;
  if (kind === 'silence' && onSilence !== undefined)
    return { kind: 'next', next: onSilence, by: 'onSilence' };
  const { offered, attempts } = context.state;
  const asked = ask(step, remindText ?? text, offered ?? offerChoices(step, context), attempts, context);
  const { wake: _, ...rest } = asked;
  return { ...rest, ...silenceWake(step, context) };
}

function measure({ measures }: StepOf<'question'>, value: Json, context: StepContext): Measured | null {
  if (measures === undefined) return null;
  const answeredAt = new Date(context.deps.clock.nowMs()).toISOString();
  return { metric: measures, value, stepId: context.stepId, answeredAt };
}
