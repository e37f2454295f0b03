import type { StepOf } from '../contract/flow.ts';
import { ExpressionError } from './errors.ts';
import type { Json, OfferedChoice } from './interfaces.ts';
import type { StepContext } from './steps/step.ts';
import { textOf } from './text-of.ts';

type Question = StepOf<'question'>;
type ChoicesFrom = Exclude<NonNullable<Question['choices']>, readonly unknown[]>;

/** More could neither be shown nor kept. */
export const maxOffered = 100;

const known = new WeakMap<object, readonly OfferedChoice[] | null>();

/** The choices as they stand in the flow, when they are offered so: no template, one language. */
function writtenChoices({ choices }: Question): readonly OfferedChoice[] | null {
  if (choices === undefined) return [];
  if (!Array.isArray(choices)) return null;
  const found = known.get(choices);
  if (found !== undefined) return found;
  const written = choices.every(
    ({ label, value }) => typeof label === 'string' && !label.includes('{{') && !value.includes('{{'),
  );
  const offered = written ? (choices as readonly OfferedChoice[]) : null;
  known.set(choices, offered);
  return offered;
}

/** Whether the choices stand in the flow as they are offered. */
export const areWritten = (question: Question): boolean => writtenChoices(question) !== null;

/**
 * The choices that a question offers now, at most 100; those of a list without entries are none.
 * @throws ExpressionError for what is no list
 */
export function offerChoices(question: Question, context: StepContext): readonly OfferedChoice[] {
  const written = writtenChoices(question);
  if (written) return written;
  const { choices = [] } = question;
  if (!Array.isArray(choices)) return fromList(choices as ChoicesFrom, context);
  return choices.map(({ label, value, next }) => ({
    label: context.render(label),
    value: context.render(value),
    ...(next !== undefined && { next }),
  }));
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
