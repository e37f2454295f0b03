import type { StepOf } from '../../contract/flow.ts';
import { escapeValues } from '../../contract/rich/escape-values.ts';
import type { Text } from '../../contract/steps/parts.ts';
import { answerInput, type Choice } from '../../contract/vocabulary.ts';
import { ExpressionError } from '../errors.ts';
import { textOf } from '../expression-values.ts';
import type { Json, OfferedChoice, Wake } from '../interfaces.ts';
import { isWritten, type RuleValue } from '../keeps-rules.ts';
import { type Asked, explainNoAnswer, type NoAnswer, noAnswer, readAnswer } from '../read-answer.ts';
import type { AnswerProblem } from '../readers/explain.ts';
import type { Visitor } from '../readers/locale.ts';
import { type FilledText, languageOfText } from '../templates.ts';
import { type RunStep, type StepContext, type StepOutcome, wakeAfter } from './step.ts';

type Question = StepOf<'question'>;

const defaultMaxAttempts = 3;

/** Sends the prompt and waits; without an answer it sends the reminder, then continues. */
export const run: RunStep<'question'> = (step, context) =>
  ask(step, step.text, offerChoices(step, context), 0, context);

/**
 * Takes the message as the answer to the open question. A message that is no answer at all repeats the question
 * and counts no attempt. An invalid answer is asked for again, up to `maxAttempts` answers in all (default 3),
 * then `onInvalid` is taken. A question without `onInvalid` repeats indefinitely, since it has no other
 * connection; keywords still work.
 * @throws ExpressionError
 */
export async function answerQuestion(step: Question, context: StepContext): Promise<StepOutcome> {
  // The choices that were shown apply, not the ones that would be shown now: a number refers to the displayed
  // list.
  const choices = context.state.offered ?? offerChoices(step, context);
  const none = noAnswer(step, context, choices.length > 0);
  if (none) return askAgain(step, choices, none, context);
  const bound = (rule: RuleValue): Json =>
    typeof rule === 'number' || isWritten(rule) ? rule : context.evaluate(rule);
  const matches: Asked['matches'] = (pattern, text) => context.matches(pattern, text);
  const asked = { question: step, choices, visitor: () => visitorOf(context), bound, matches };
  const answer = await readAnswer(asked, context.message);
  if (answer.ok) {
    const { measures: metric } = step;
    const { choice, value } = answer;
    // A choice may have a connection of its own.
    const own =
      Array.isArray(step.choices) && choice ? `choices.${choices.indexOf(choice)}.next` : 'choices.next';
    return {
      kind: 'next',
      ...(choice?.next === undefined ? { next: step.next } : { next: choice.next, by: own }),
      assign: { [step.saveAs]: value },
      ...(metric && { measured: { metric, value, stepId: context.stepId, answeredAt: nowOf(context) } }),
    };
  }
  const attempts = context.state.attempts + 1;
  if (step.onInvalid !== undefined && attempts >= (step.maxAttempts ?? defaultMaxAttempts)) {
    return { kind: 'next', next: step.onInvalid, by: 'onInvalid' };
  }
  // Suggested meanings of an earlier answer are no longer offered.
  const own = step.choices === undefined ? [] : choices;
  if (answer.problem) return askWithReason(step, answer.problem, own, attempts, context);
  return ask(step, step.retryText ?? step.text, own, attempts, context);
}

const nowOf = ({ deps }: StepContext) => new Date(deps.clock.nowMs()).toISOString();

function visitorOf(context: StepContext): Visitor {
  const { language, message, deps } = context;
  const { language: clientLanguage, phone } = message.user;
  return { language, clientLanguage, phone, country: deps.country, today: String(context.now().date) };
}

/** The author's own text wins; what the answer may mean is offered beside it, unless the question has choices. */
async function askWithReason(
  step: Question,
  problem: AnswerProblem,
  own: readonly OfferedChoice[],
  attempts: number,
  context: StepContext,
): Promise<StepOutcome> {
  const { explain } = await import('../readers/read-typed.ts');
  const { retryText, text, validate, choices } = step;
  const shownIn = languageOfText(text, context.language);
  const { text: reason, choices: readings } = explain(validate?.type, problem, visitorOf(context), shownIn);
  const offered = choices === undefined ? readings : own;
  return retryText === undefined
    ? ask(step, text, offered, attempts, context, reason)
    : ask(step, retryText, offered, attempts, context);
}

/** The question that waits, once more, behind why the message does not answer it. */
function askAgain(
  step: Question,
  choices: readonly OfferedChoice[],
  none: NoAnswer,
  context: StepContext,
): StepOutcome {
  const asked = ask(step, step.text, choices, context.state.attempts, context);
  if (none.kind === 'repeated-press') {
    return { ...asked, send: [], ...(context.state.asked && { asked: context.state.asked }) };
  }
  if (none.kind !== 'no-content' || none.why === undefined) return asked;
  const shownIn = languageOfText(step.text, context.language);
  const why = explainNoAnswer(none.why, visitorOf(context), shownIn);
  return ask(step, step.retryText ?? step.text, choices, context.state.attempts, context, why);
}

function ask(
  step: Question,
  text: Text,
  choices: readonly OfferedChoice[],
  attempts: number,
  context: StepContext,
  why?: string,
): Extract<StepOutcome, { kind: 'wait' }> {
  const shown: Choice[] = [];
  for (const { label, value } of choices) shown.push({ label, value });
  const words = context.renderMarked(text);
  const isWrittenSo = writtenChoices(step) !== null && (step.choices !== undefined || choices.length === 0);
  const send = context.reply(why === undefined ? words : below(why, words), {
    choices: shown,
    // A question for a file or a choice needs no keyboard.
    input: step.measures ?? (step.validate && answerInput.safeParse(step.validate.type).data),
  });
  const { state, message } = context;
  const reply = send.at(-1);
  const to = reply?.kind === 'reply' ? reply.reply.id : message.messageId;
  const { remindAfterMinutes } = step;
  return {
    kind: 'wait',
    attempts,
    send,
    // All of its turn's messages count: cards before a question are pressed to answer it.
    asked: { from: state.asked?.from ?? message.messageId, to },
    ...(!isWrittenSo && { offered: choices }),
    ...(remindAfterMinutes === undefined
      ? step.onSilence !== undefined && silenceWake(step, context)
      : wakeAfter(remindAfterMinutes, 'remind', context)),
  };
}

/** A reason may quote what the visitor wrote. */
function below(why: string, { text, markdown = text }: FilledText): FilledText {
  const both = { text: `${why}\n\n${text}`, markdown: `${escapeValues([{ value: why }])}\n\n${markdown}` };
  return both.markdown === both.text ? { text: both.text } : both;
}

function silenceWake(
  { onSilence, silenceAfterMinutes, remindAfterMinutes }: StepOf<'question'>,
  context: StepContext,
) {
  const minutes = silenceAfterMinutes ?? remindAfterMinutes;
  return onSilence === undefined || minutes === undefined ? {} : wakeAfter(minutes, 'silence', context);
}

/**
 * Runs when a question times out: sends the reminder, then takes `onSilence` the next time.
 * @throws ExpressionError
 */
export function wakeQuestion(step: Question, kind: Wake['kind'], context: StepContext): StepOutcome {
  const { onSilence, remindText, text } = step;
  if (kind === 'silence' && onSilence !== undefined)
    return { kind: 'next', next: onSilence, by: 'onSilence' };
  const { offered, attempts } = context.state;
  const choices = offered ?? offerChoices(step, context);
  const asked = ask(step, remindText ?? text, choices, attempts, context);
  const { wake: _, ...rest } = asked;
  return { ...rest, ...silenceWake(step, context) };
}

type ChoicesFrom = Exclude<NonNullable<Question['choices']>, readonly unknown[]>;

/** More could neither be shown nor kept. */
const maxOffered = 100;

const known = new WeakMap<object, readonly OfferedChoice[] | null>();

/** The choices as they stand in the flow, when they are offered so: no template, one language. */
function writtenChoices({ choices }: Question): readonly OfferedChoice[] | null {
  if (choices === undefined) return [];
  if (!Array.isArray(choices)) return null;
  const found = known.get(choices);
  if (found !== undefined) return found;
  let isPlain = true;
  for (const { label, value } of choices)
    isPlain &&= typeof label === 'string' && !label.includes('{{') && !value.includes('{{');
  const offered = isPlain ? (choices as readonly OfferedChoice[]) : null;
  known.set(choices, offered);
  return offered;
}

/**
 * The choices that a question offers now, at most 100; those of a list without entries are none.
 * @throws ExpressionError for what is no list
 */
function offerChoices(question: Question, context: StepContext): readonly OfferedChoice[] {
  const written = writtenChoices(question);
  if (written) return written;
  const { choices = [] } = question;
  if (!Array.isArray(choices)) return fromList(choices as ChoicesFrom, context);
  const offered: OfferedChoice[] = [];
  for (const { label, value, next } of choices)
    offered.push({
      label: context.render(label),
      value: context.render(value),
      ...(next !== undefined && { next }),
    });
  return offered;
}

function fromList({ from, label, value, next }: ChoicesFrom, context: StepContext): OfferedChoice[] {
  const list = context.evaluate(from);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new ExpressionError(`${JSON.stringify(from)} is not a list to choose from`);
  return list.slice(0, maxOffered).map((item: Json) => ({
    label: label === undefined ? textOf(member(item, 'label')) : context.render(label, { item }),
    value: value === undefined ? textOf(member(item, 'value')) : context.render(value, { item }),
    ...(next !== undefined && { next }),
  }));
}

/** An entry may be the choice itself, or hold `label` and `value`. */
function member(item: Json, key: 'label' | 'value'): Json {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { label = null, value = null } = item as { readonly [key: string]: Json };
  return key === 'label' ? (label ?? value) : (value ?? label);
}
