import { type ChoiceLimits, fitChoices } from '../channels/replies/fit-choices.ts';
import { fitLabel } from '../channels/replies/fit-label.ts';
import { presentChoices } from '../channels/replies/present-choices.ts';
import type { StepOf } from '../contract/flow.ts';
import { whatsAppText } from '../contract/rich/write-text.ts';
import type { Choice } from '../contract/vocabulary.ts';
import type { FlowFault } from '../engine/checks/fault.ts';
import { chooseText, textsOf } from '../engine/templates.ts';
import type { Provider } from './providers.ts';

type Question = StepOf<'question'>;
type Written = Extract<NonNullable<Question['choices']>, readonly unknown[]>;
type Shown = 'buttons' | 'list' | 'numbers';

/** Choices that a provider shows as numbers, in a list, or with labels cut, and a text that is too long beside buttons. */
export function findChoiceWarnings(question: Question, path: string, provider: Provider): FlowFault[] {
  const { choices, text } = question;
  // What comes of a list is not known here.
  if (!Array.isArray(choices) || choices.length === 0) return [];
  const inLanguages = languagesOf(choices).map((language) => inOne(choices, language));
  const shown = inLanguages.map((one) => howShown(one, provider));
  const isNumbered = shown.indexOf('numbers');
  const numbered = inLanguages[isNumbered];
  if (numbered) {
    const message = `${provider.name} shows them as numbered text: ${whyNumbered(numbered, provider)}`;
    return [{ path: `${path}.choices`, message }];
  }
  const as = shown.includes('list') ? 'list' : 'buttons';
  return [
    ...choices.flatMap(({ label }, n) =>
      textsOf(label).flatMap(({ key, template }) => {
        const message = aboutLabel(template, as, choices.length, provider);
        return message === null ? [] : [{ path: `${path}.choices.${n}.label${key}`, message }];
      }),
    ),
    ...(as === 'buttons' ? findBodyWarnings(text, `${path}.text`, provider) : []),
  ];
}

/** The languages in which labels are written; one that is none where each is written once. */
function languagesOf(choices: Written): (string | undefined)[] {
  const found = new Set(
    choices.flatMap(({ label }) => (typeof label === 'string' ? [] : Object.keys(label))),
  );
  return found.size === 0 ? [undefined] : [...found];
}

const inOne = (choices: Written, language: string | undefined): Choice[] =>
  choices.map(({ label, value }, n) => ({
    label: standIn(chooseText(label, language), n),
    value: standIn(value, n),
  }));

/** What a template comes to is not known here: something short, unlike the others. */
export const standIn = (text: string, n: number): string => (text.includes('{{') ? `{${n}}` : text);

function howShown(choices: readonly Choice[], { buttons, list }: Provider): Shown {
  if (list) return presentChoices(choices, { buttons, list }).as;
  return fitChoices(choices, buttons) ? 'buttons' : 'numbers';
}

function whyNumbered(choices: readonly Choice[], { buttons, list }: Provider): string {
  const { count, valueChars, titleChars }: ChoiceLimits = list ?? buttons;
  if (choices.length > count)
    return `there are ${choices.length}, and it takes ${count} ${list ? 'in a list' : 'as buttons'}`;
  if (choices.some(({ value }) => value.length > valueChars))
    return `a value is longer than ${valueChars} characters`;
  return `two are the same, or a label is empty, within ${titleChars} characters`;
}

/** Whether a label is longer than so many characters; not known of a template. */
export const isLonger = (label: string, chars: number): boolean =>
  !label.includes('{{') && fitLabel(label, Number.POSITIVE_INFINITY).length > chars;

function aboutLabel(
  label: string,
  as: 'buttons' | 'list',
  count: number,
  { name, buttons, list }: Provider,
): string | null {
  if (as === 'buttons')
    return isLonger(label, buttons.titleChars)
      ? `is longer than the ${buttons.titleChars} characters of a button: ${name} cuts it`
      : null;
  if (list && isLonger(label, list.titleChars))
    return `is longer than the ${list.titleChars} characters of a row: ${name} cuts it there, and says it below`;
  return count <= buttons.count && isLonger(label, buttons.titleChars)
    ? `is longer than the ${buttons.titleChars} characters of a button: ${name} shows a list instead of buttons`
    : null;
}

function findBodyWarnings(text: Question['text'], path: string, { name, bodyChars }: Provider): FlowFault[] {
  if (bodyChars === undefined) return [];
  const message = `is longer than the ${bodyChars} characters beside buttons: ${name} sends its beginning as a message ahead`;
  return textsOf(text).flatMap(({ key, template }) =>
    !template.includes('{{') && whatsAppText(template).length > bodyChars
      ? [{ path: path + key, message }]
      : [],
  );
}
