import type { StepOf } from '../contract/flow.ts';
import type { Json } from './interfaces.ts';

type Rules = NonNullable<StepOf<'question'>['validate']>;
export type RuleValue = number | string;

/** A rule's date as it stands: `2025-01-31`. An expression would take it for a subtraction. */
export const isWrittenDate = (rule: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(rule);

/**
 * Whether an answer that has been read keeps the rules of its question; a rule whose value is missing asks nothing.
 * @param bound gives a rule's value, which may be an expression
 * @throws ExpressionError
 */
export function keepsRules(rules: Rules, answer: Json, bound: (rule: RuleValue) => Json): boolean {
  const { min, max, minLength, maxLength, after, before } = rules;
  const number = (rule: RuleValue | undefined) => asNumber(rule === undefined ? null : bound(rule));
  const date = (rule: RuleValue | undefined) => asDate(rule === undefined ? null : bound(rule));
  if (typeof answer === 'number') {
    return answer >= (number(min) ?? answer) && answer <= (number(max) ?? answer);
  }
  const text = String(answer);
  const chars = [...text].length;
  if (chars < (minLength ?? 0) || chars > (maxLength ?? chars)) return false;
  if (rules.type !== 'date') return true;
  const [from, to] = [date(after), date(before)];
  return (from === null || text > from) && (to === null || text < to);
}

const asNumber = (value: Json) => (typeof value === 'number' ? value : null);
const asDate = (value: Json) => (typeof value === 'string' ? value.slice(0, 10) : null);
