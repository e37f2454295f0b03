import type { Choice } from '../contract/vocabulary.ts';
import { foldText } from './fold-text.ts';

/**
 * Finds the choice that an answer means: by its value, its label (both with case and accents folded), or its number
 * counted from 1. A value goes before a number, so that choices valued "2" and "1" are what they say.
 * @see design 4
 */
export function matchChoice<C extends Choice>(answer: string, choices: readonly C[]): C | null {
  if (choices.length === 0) return null;
  return namedChoice(answer, choices) ?? byNumber(foldText(answer), choices);
}

/** The same without numbers, for a question that is answered with a number itself. */
export function namedChoice<C extends Choice>(answer: string, choices: readonly C[]): C | null {
  if (choices.length === 0) return null;
  const exact = choices.find(({ value }) => value === answer);
  if (exact) return exact;
  const folded = foldText(answer);
  if (folded === '') return null;
  return (
    choices.find(({ value }) => foldText(value) === folded) ??
    choices.find(({ label }) => foldText(label) === folded) ??
    null
  );
}

function byNumber<C extends Choice>(answer: string, choices: readonly C[]): C | null {
  const [, digits] = /^(\d{1,3})[.)]?$/.exec(answer) ?? [];
  return (digits !== undefined && choices[Number(digits) - 1]) || null;
}
