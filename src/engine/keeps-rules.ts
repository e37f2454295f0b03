import type { StepOf } from '../contract/flow.ts';
import type { Json } from './interfaces.ts';

type Rules = NonNullable<StepOf<'question'>['validate']>;
export type RuleValue = number | string;

/** A rule's date or time as it stands: `2025-01-31`, `09:00`. An expression would take it for a subtraction. */
export const isWritten = (rule: string): boolean => /^(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2})$/.test(rule);

/** The rule that an answer breaks, and its value. */
export interface BrokenRule {
  readonly rule: 'min' | 'max' | 'minLength' | 'maxLength' | 'after' | 'before';
  readonly bound: Json;
}

/**
 * Returns the rule that a parsed answer breaks; null if none. A rule without a value is ignored.
 * @param bound gives a rule's value, which may be an expression
 * @throws ExpressionError
 */
export function brokenRule(rules: Rules, answer: Json, bound: (rule: RuleValue) => Json): BrokenRule | null {
  const number = (rule: RuleValue | undefined) => asNumber(rule === undefined ? null : bound(rule));
  if (typeof answer === 'number') {
    const [min, max] = [number(rules.min), number(rules.max)];
    if (min !== null && answer < min) return { rule: 'min', bound: min };
    return max !== null && answer > max ? { rule: 'max', bound: max } : null;
  }
  const text = String(answer);
  const { minLength, maxLength } = rules;
  const chars = [...text].length;
  if (minLength !== undefined && chars < minLength) return { rule: 'minLength', bound: minLength };
  if (maxLength !== undefined && chars > maxLength) return { rule: 'maxLength', bound: maxLength };
  if (rules.type !== 'date' && rules.type !== 'time') return null;
  const date = (rule: RuleValue | undefined) => asDate(rule === undefined ? null : bound(rule));
  const [after, before] = [date(rules.after), date(rules.before)];
  if (after !== null && text <= after) return { rule: 'after', bound: after };
  return before !== null && text >= before ? { rule: 'before', bound: before } : null;
}

const asNumber = (value: Json) => (typeof value === 'number' ? value : null);
const asDate = (value: Json) => (typeof value === 'string' ? value.slice(0, 10) : null);
