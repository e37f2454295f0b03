import type { StepOf } from '../../contract/flow.ts';
import type { VariableTypes } from '../expressions.ts';
import { isWritten } from '../keeps-rules.ts';
import { compileRegex } from '../linear-regex.ts';
import { foldText } from '../typed-text.ts';
import type { CheckStep } from './facts.ts';
import type { FlowFault } from './fault.ts';
import { findExpressionFaults, findTemplateFaults, findTextFaults } from './texts.ts';

type Question = StepOf<'question'>;

/** What is wrong with a question, its choices and its rules. */
export const checkQuestion: CheckStep<'question'> = (step, path, { types }) => [
  ...findTextFaults(`${path}.text`, step.text, types),
  ...findTextFaults(`${path}.retryText`, step.retryText, types),
  ...findChoiceFaults(step, path, types),
  ...findRuleFaults(step, path, types),
  ...findPatternFaults(step, path),
  ...findMeasureFaults(step, path),
  ...findTextFaults(`${path}.remindText`, step.remindText, types),
  ...findSilenceFaults(step, path),
];

/** Answers that reports can count with, for each thing that a question may measure. */
const scales = {
  csat: { values: ['1', '2', '3', '4', '5'], words: 'from 1 to 5' },
  nps: { values: Array.from({ length: 11 }, (_, n) => String(n)), words: 'from 0 to 10' },
  resolved: { values: ['yes', 'no'], words: 'yes or no' },
} as const;

/** A question that measures something must get answers of its scale, and no others. */
function findMeasureFaults(step: Question, path: string): FlowFault[] {
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

/** What is said of a silence without saying how long it is, or where it leads. */
function findSilenceFaults(
  { remindAfterMinutes, remindText, onSilence, silenceAfterMinutes }: Question,
  path: string,
): FlowFault[] {
  const reminds = remindAfterMinutes !== undefined;
  const isLeft = silenceAfterMinutes !== undefined;
  return [
    ...(remindText !== undefined && !reminds
      ? [{ path: `${path}.remindText`, message: 'is never said: remindAfterMinutes is missing' }]
      : []),
    ...(onSilence !== undefined && !isLeft && !reminds
      ? [{ path: `${path}.onSilence`, message: 'is never taken: silenceAfterMinutes is missing' }]
      : []),
    ...(isLeft && onSilence === undefined
      ? [{ path: `${path}.silenceAfterMinutes`, message: 'leads nowhere: onSilence is missing' }]
      : []),
  ];
}

function findChoiceFaults({ choices, validate }: Question, path: string, types: VariableTypes): FlowFault[] {
  if (choices === undefined) {
    const asked = validate?.type === 'choice';
    return asked
      ? [{ path: `${path}.validate`, message: 'a choice is asked for, but there are no choices' }]
      : [];
  }
  if (!Array.isArray(choices)) return findListFaults(choices as ChoicesFrom, `${path}.choices`, types);
  if (choices.length === 0) return [{ path: `${path}.choices`, message: 'there are no choices' }];
  return [
    ...choices.flatMap(({ label, value }, n) => [
      ...findTextFaults(`${path}.choices.${n}.label`, label, types),
      ...findTemplateFaults(`${path}.choices.${n}.value`, value, types),
    ]),
    ...findDoubled(choices, path),
  ];
}

type ChoicesFrom = Exclude<NonNullable<Question['choices']>, readonly unknown[]>;

function findListFaults(
  { from, label, value }: ChoicesFrom,
  path: string,
  types: VariableTypes,
): FlowFault[] {
  const withItem = new Map([...types, ['item', 'dyn']]);
  return [
    ...findExpressionFaults(`${path}.from`, from, types),
    ...findTextFaults(`${path}.label`, label, withItem),
    ...findTemplateFaults(`${path}.value`, value, withItem),
  ];
}

function findDoubled(choices: readonly { readonly value: string }[], path: string): FlowFault[] {
  const seen = new Set<string>();
  return choices.flatMap(({ value }, n) => {
    const folded = foldText(value);
    const message = folded === '' ? 'the value is empty' : `the value ${value} is there already`;
    if (folded !== '' && !seen.has(folded)) {
      seen.add(folded);
      return [];
    }
    return [{ path: `${path}.choices.${n}.value`, message }];
  });
}

/** Which rules say something of an answer of a type. */
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

function findRuleFaults({ validate }: Question, path: string, types: VariableTypes): FlowFault[] {
  if (!validate) return [];
  const { type, ...rules } = validate;
  const allowed = rulesOf[type] ?? [];
  const { min, max, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rules;
  const crossed = typeof min === 'number' && typeof max === 'number' && min > max;
  return [
    ...Object.keys(rules)
      .filter((rule) => !allowed.includes(rule))
      .map((rule) => ({
        path: `${path}.validate.${rule}`,
        message: `says nothing of an answer of type ${type}`,
      })),
    ...(crossed ? [{ path: `${path}.validate.min`, message: 'is greater than max' }] : []),
    ...(minLength > maxLength
      ? [{ path: `${path}.validate.minLength`, message: 'is greater than maxLength' }]
      : []),
    ...(['min', 'max', 'after', 'before'] as const).flatMap((rule) => {
      const bound = rules[rule];
      return typeof bound === 'string' && !isWritten(bound)
        ? findExpressionFaults(`${path}.validate.${rule}`, bound, types)
        : [];
    }),
  ];
}

function findPatternFaults({ validate }: Question, path: string): FlowFault[] {
  if (validate?.type !== 'regex') return [];
  const at = `${path}.validate.pattern`;
  if (validate.pattern === undefined)
    return [{ path: at, message: 'a pattern is asked for, but there is none' }];
  try {
    compileRegex(validate.pattern);
    return [];
  } catch (error) {
    return [{ path: at, message: error instanceof Error ? error.message : String(error) }];
  }
}
