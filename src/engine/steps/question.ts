import type { StepOf } from '../../contract/flow.ts';
import { findExpressionProblems, findTemplateProblems, findTextProblems } from '../check-text.ts';
import type { VariableTypes } from '../expressions.ts';
import { isWritten } from '../keeps-rules.ts';
import { compileRegex } from '../linear-regex.ts';
import { type FlowProblem, problem } from '../problems.ts';
import { foldText } from '../typed-text.ts';
import {
  type AssignedBy,
  type CheckStep,
  type Handle,
  type HandlesOf,
  nowhere,
  type StandIns,
  type StepDocument,
} from './step.ts';

type Question = StepOf<'question'>;

/** Returns the problems of a question, its choices and its rules. */
export const check: CheckStep<'question'> = (step, path, { types }) => [
  ...findTextProblems(`${path}.text`, step.text, types),
  ...findTextProblems(`${path}.retryText`, step.retryText, types),
  ...findChoiceProblems(step, path, types),
  ...findRuleProblems(step, path, types),
  ...findPatternProblems(step, path),
  ...findMeasureProblems(step, path),
  ...findTextProblems(`${path}.remindText`, step.remindText, types),
  ...findSilenceProblems(step, path),
];

/** Answers that reports can count with, for each thing that a question may measure. */
const scales = {
  csat: { values: ['1', '2', '3', '4', '5'], words: 'from 1 to 5' },
  nps: { values: Array.from({ length: 11 }, (_, n) => String(n)), words: 'from 0 to 10' },
  resolved: { values: ['yes', 'no'], words: 'yes or no' },
} as const;

/** A question that measures something must get answers of its scale, and no others. */
function findMeasureProblems(step: Question, path: string): FlowProblem[] {
  if (step.measures === undefined) return [];
  const { values, words } = scales[step.measures];
  if (hasChoicesOf(step, values) || isNumberOf(step, values)) return [];
  const rule = step.measures === 'resolved' ? '' : ', or by "validate" with type number, min and max';
  const open = step.validate && Array.isArray(step.choices) ? '; with this "validate" others pass, too' : '';
  const message = `the answers must be ${words}: as the values of "choices"${rule}${open}`;
  return [{ path: `${path}.measures`, message }];
}

function hasChoicesOf({ choices, validate }: Question, values: readonly string[]): boolean {
  if (!Array.isArray(choices) || choices.length < 2) return false;
  const closed = validate === undefined || validate.type === 'choice' || validate.type === 'number';
  return closed && choices.every(({ value }) => values.includes(value));
}

function isNumberOf({ validate }: Question, values: readonly string[]): boolean {
  return (
    validate?.type === 'number' &&
    String(validate.min) === values[0] &&
    String(validate.max) === values.at(-1)
  );
}

/** Fields about a missing reply without a time or a connection. */
function findSilenceProblems(
  { remindAfterMinutes, remindText, onSilence, silenceAfterMinutes }: Question,
  path: string,
): FlowProblem[] {
  const reminds = remindAfterMinutes !== undefined;
  const isLeft = silenceAfterMinutes !== undefined;
  return [
    ...(remindText !== undefined && !reminds ? [problem(`${path}.remindText`, 'noReminderTime')] : []),
    ...(onSilence !== undefined && !isLeft && !reminds
      ? [problem(`${path}.onSilence`, 'noSilenceTime')]
      : []),
    ...(isLeft && onSilence === undefined ? [problem(`${path}.silenceAfterMinutes`, 'noSilencePath')] : []),
  ];
}

function findChoiceProblems(
  { choices, validate }: Question,
  path: string,
  types: VariableTypes,
): FlowProblem[] {
  if (choices === undefined) {
    const asked = validate?.type === 'choice';
    return asked ? [problem(`${path}.validate`, 'choiceWithoutChoices')] : [];
  }
  if (!Array.isArray(choices)) return findListProblems(choices as ChoicesFrom, `${path}.choices`, types);
  if (choices.length === 0) return [problem(`${path}.choices`, 'noChoices')];
  return [
    ...choices.flatMap(({ label, value }, n) => [
      ...findTextProblems(`${path}.choices.${n}.label`, label, types),
      ...findTemplateProblems(`${path}.choices.${n}.value`, value, types),
    ]),
    ...findDoubled(choices, path),
  ];
}

type ChoicesFrom = Exclude<NonNullable<Question['choices']>, readonly unknown[]>;

function findListProblems(
  { from, label, value }: ChoicesFrom,
  path: string,
  types: VariableTypes,
): FlowProblem[] {
  const withItem = new Map([...types, ['item', 'dyn']]);
  return [
    ...findExpressionProblems(`${path}.from`, from, types),
    ...findTextProblems(`${path}.label`, label, withItem),
    ...findTemplateProblems(`${path}.value`, value, withItem),
  ];
}

function findDoubled(choices: readonly { readonly value: string }[], path: string): FlowProblem[] {
  const seen = new Set<string>();
  return choices.flatMap(({ value }, n) => {
    const folded = foldText(value);
    if (folded !== '' && !seen.has(folded)) {
      seen.add(folded);
      return [];
    }
    const at = `${path}.choices.${n}.value`;
    return [folded === '' ? problem(at, 'emptyValue') : problem(at, 'sameValue', { id: value })];
  });
}

/** The rules that apply to an answer type. */
const rulesOf: Readonly<Record<string, readonly string[]>> = {
  text: ['minLength', 'maxLength'],
  email: ['minLength', 'maxLength'],
  phone: ['minLength', 'maxLength'],
  regex: ['pattern', 'minLength', 'maxLength'],
  number: ['min', 'max'],
  date: ['after', 'before'],
  time: ['after', 'before'],
  choice: [],
  file: ['accept', 'maxMegabytes'],
};

function findRuleProblems({ validate }: Question, path: string, types: VariableTypes): FlowProblem[] {
  if (!validate) return [];
  const { type, ...rules } = validate;
  const allowed = rulesOf[type] ?? [];
  const { min, max, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rules;
  const crossed = typeof min === 'number' && typeof max === 'number' && min > max;
  return [
    ...Object.keys(rules)
      .filter((rule) => !allowed.includes(rule))
      .map((rule) => problem(`${path}.validate.${rule}`, 'ruleOfAnother', { id: type })),
    ...(crossed ? [problem(`${path}.validate.min`, 'aboveMost', { id: 'max' })] : []),
    ...(minLength > maxLength
      ? [problem(`${path}.validate.minLength`, 'aboveMost', { id: 'maxLength' })]
      : []),
    ...(['min', 'max', 'after', 'before'] as const).flatMap((rule) => {
      const bound = rules[rule];
      return typeof bound === 'string' && !isWritten(bound)
        ? findExpressionProblems(`${path}.validate.${rule}`, bound, types)
        : [];
    }),
  ];
}

function findPatternProblems({ validate }: Question, path: string): FlowProblem[] {
  if (validate?.type !== 'regex') return [];
  const at = `${path}.validate.pattern`;
  if (validate.pattern === undefined) return [problem(at, 'noPattern')];
  try {
    compileRegex(validate.pattern);
    return [];
  } catch (error) {
    return [{ path: at, message: error instanceof Error ? error.message : String(error) }];
  }
}

/** Lists the handles of the step, in the order in which a reader meets them. */
export const handles: HandlesOf<'question'> = ({ choices, next, onInvalid, onSilence }) => [
  ...choiceHandles(choices),
  { key: 'next', to: next, waits: true },
  { key: 'onInvalid', to: onInvalid, isOptional: true, waits: true, gives: [] },
  { key: 'onSilence', to: onSilence, isOptional: true, waits: true, byTime: true, gives: [] },
];

/** Lists the variables that the step assigns, with their types. */
export const assigned: AssignedBy<'question'> = ({ saveAs, validate }) => [
  [saveAs, answerType(validate?.type)],
];

/** Stands in for required fields that are missing or wrong. */
export const standIns: StandIns<'question'> = { text: '', saveAs: '_', next: nowhere };

/** A choice leads on by itself, or where the question leads. */
function choiceHandles(choices: Question['choices']): Handle[] {
  if (choices === undefined) return [];
  if (!Array.isArray(choices)) return [choiceHandle('choices.next', (choices as ChoicesFrom).next)];
  return choices.map(({ next }, n) => choiceHandle(`choices.${n}.next`, next));
}

const choiceHandle = (key: string, to: string | undefined): Handle => ({
  key,
  to,
  isOptional: true,
  waits: true,
});

/** A file is an object, and a choice instead of one a text. */
function answerType(type: NonNullable<Question['validate']>['type'] | undefined): string {
  if (type === 'file') return 'dyn';
  return type === 'number' ? 'double' : 'string';
}

/** Describes the kind in the reference. */
export const document: StepDocument<'question'> = {
  about:
    'Sends a text and waits for an answer. A valid answer is saved and the flow continues; after an invalid one the question is asked again.',
  fields: {
    text: 'The question; one text, or one per language.',
    choices:
      'The choices: a list of `{ "label", "value", "next"? }`, or `{ "from", "label"?, "value"?, "next"? }` where `from` is an expression that gives a list and the templates see each entry as `item`. The visitor can answer with the value, label or number of a choice, in any case, with or without accents, and with punctuation or emoji around it. `next` of a choice overrides `next` of the question. Without `validate`, only a choice is a valid answer.',
    validate:
      'What a valid answer is: see [Rules](#rules). Without rules and choices, every answer is valid. The answer of an attachment without text, a cart or a WhatsApp form is an empty text; the content is in `message.attachments`, `message.metadata.order` or `message.metadata.flowReply`.',
    retryText:
      'The message after an invalid answer, instead of `text`. Without it, the bot explains why it could not use the answer and what it needs, with an example, and repeats `text`. The explanation is in the language of the question, else of the visitor, else of the tenant’s `country`, if that is one of the widget’s twelve languages. For an ambiguous answer the bot offers a button for each meaning.',
    maxAttempts:
      'How many answers before `onInvalid` is taken. Default: 3. A message that is not an answer does not count as an attempt, and the question is asked again: a button of an earlier message, an unreadable message (the bot says so, in the same language), or a file or location where text is needed.',
    onInvalid:
      'The next step after that many invalid answers. Without it, the question is repeated until it is answered.',
    remindAfterMinutes:
      'After how many minutes without an answer the visitor is reminded, once. On chat apps nothing can be sent later than 24 hours after the visitor’s last message.',
    remindText: 'The text of the reminder. Default: `text`.',
    onSilence: 'The next step when the visitor does not answer.',
    silenceAfterMinutes:
      'How many minutes after the question, or after the reminder if there is one. Default: `remindAfterMinutes`.',
    measures:
      'What reports count the answer as: `csat` (1 to 5), `nps` (0 to 10) or `resolved` (yes or no). If it is asked several times within a run, the last answer counts.',
    saveAs:
      'The variable to save the answer in: a number for type `number`, `2025-01-31` for type `date`, `14:30` for type `time`, `+4930123456` for type `phone`, for type `file` an object with `type`, `fileId`, `mimeType`, `filename`, `sizeBytes`, else a text.',
    next: 'The next step after a valid answer.',
  },
};
