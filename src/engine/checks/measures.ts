import type { StepOf } from '../../contract/flow.ts';
import type { FlowFault } from './fault.ts';

type Question = StepOf<'question'>;

/** Answers that reports can count with, for each thing that a question may measure. */
const scales = {
  csat: { values: ['1', '2', '3', '4', '5'], words: 'from 1 to 5' },
  nps: { values: Array.from({ length: 11 }, (_, n) => String(n)), words: 'from 0 to 10' },
  resolved: { values: ['yes', 'no'], words: 'yes or no' },
} as const;

/** A question that measures something must get answers of its scale, and no others. */
export function findMeasureFaults(step: Question, path: string): FlowFault[] {
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
