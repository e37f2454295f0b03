import type { Choice } from '../contract/vocabulary.ts';
import { foldText, looseForms } from './fold-text.ts';
import { normalizeTyped } from './typed-text.ts';

/**
 * Finds the choice that an answer means: by its value, its label, or its number counted from 1. A value goes before a
 * number, so that choices valued "2" and "1" are what they say.
 * @see design 4
 */
export function matchChoice<C extends Choice>(answer: string, choices: readonly C[]): C | null {
  return choiceOf(answer, choices, [...asWritten, byNumber(foldText), loosely, byNumber(bareOf)]);
}

/** The same without numbers, for a question that is answered with a number itself. */
export function namedChoice<C extends Choice>(answer: string, choices: readonly C[]): C | null {
  return choiceOf(answer, choices, [...asWritten, loosely]);
}

/** The choices that an answer may mean in one way of reading it. */
type Way = <C extends Choice>(answer: string, choices: readonly C[]) => readonly C[];

/** The first way that finds something decides; where it finds several, none is meant: `A` of `A+` and `A-`. */
function choiceOf<C extends Choice>(answer: string, choices: readonly C[], ways: readonly Way[]): C | null {
  if (choices.length === 0) return null;
  for (const way of ways) {
    const [found, ...others] = way(answer, choices);
    if (found) return others.length === 0 ? found : null;
  }
  return null;
}

/** By the value, else by the label; of several that are written alike, the first. */
const named =
  (forms: (text: string) => readonly string[], most = Number.POSITIVE_INFINITY): Way =>
  (answer, choices) => {
    const said = forms(answer).filter((form) => form !== '');
    const isMeant = (text: string) => forms(text).some((form) => said.includes(form));
    const byValue = choices.filter(({ value }) => isMeant(value));
    return (byValue.length > 0 ? byValue : choices.filter(({ label }) => isMeant(label))).slice(0, most);
  };

/** What only folds alike is told apart by how it is written. */
const asWritten: readonly Way[] = [
  named((text) => [text], 1),
  named((text) => [normalizeTyped(text)], 1),
  named((text) => [normalizeTyped(text).toLowerCase()], 1),
  named((text) => [foldText(text)]),
];
const loosely = named(looseForms);

const bareOf = (answer: string) => looseForms(answer)[0] ?? '';
const byNumber =
  (form: (text: string) => string): Way =>
  (answer, choices) => {
    const [, digits] = /^(\d{1,3})[.)]?$/.exec(form(answer)) ?? [];
    const found = digits === undefined ? undefined : choices[Number(digits) - 1];
    return found ? [found] : [];
  };
