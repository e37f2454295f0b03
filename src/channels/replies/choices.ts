import type { Card, Choice } from '../../contract/vocabulary.ts';

/** A provider's limits for one kind of choices. */
export interface ChoiceLimits {
  readonly count: number;
  readonly titleChars: number;
  readonly valueChars: number;
  /** Whether the provider refuses a value with spaces around it, and with it the whole message. */
  readonly refusesSpaces?: true;
}

export interface FittedChoice {
  readonly title: string;
  readonly value: string;
  readonly label: string;
}

/**
 * Choices as the provider's own buttons: titles are cut, values never are.
 * Null when they can't be: too many, a value too long, or two that the user or we could not tell apart.
 */
export function fitChoices(choices: readonly Choice[], limits: ChoiceLimits): readonly FittedChoice[] | null {
  const fitted = choices.map(({ label, value }) => ({
    label,
    value,
    title: fitLabel(label, limits.titleChars),
  }));
  const titles = new Set(fitted.map(({ title }) => title));
  const values = new Set(fitted.map(({ value }) => value));
  const fits =
    fitted.length > 0 &&
    fitted.length <= limits.count &&
    titles.size === fitted.length &&
    values.size === fitted.length &&
    !titles.has('') &&
    fitted.every(({ value }) => value !== '' && value.length <= limits.valueChars) &&
    (!limits.refusesSpaces || fitted.every(({ value }) => value === value.trim()));
  return fits ? fitted : null;
}

/** Splits a text into what a reader sees as one character: a letter with its accents, an emoji. */
export const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ellipsis = '…';

/** A label of at most so many characters, on one line; what is cut off shows as `…`, and no emoji is cut in half. */
export function fitLabel(label: string, maxChars: number): string {
  const line = label.replace(/\s+/g, ' ').trim();
  if (line.length <= maxChars) return line;
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (kept.length + segment.length > maxChars - ellipsis.length) break;
    kept += segment;
  }
  return kept.trimEnd() + ellipsis;
}

/** How a provider shows choices: as buttons, as a list behind a button, or as numbers if neither fits. */
export type PresentedChoices =
  | { readonly as: 'buttons' | 'list'; readonly choices: readonly FittedChoice[] }
  | { readonly as: 'numbers' };

/** A list shows in full what a button would cut. */
export function presentChoices(
  choices: readonly Choice[],
  limits: { readonly buttons: ChoiceLimits; readonly list: ChoiceLimits },
): PresentedChoices {
  const buttons = fitChoices(choices, limits.buttons);
  const list = fitChoices(choices, limits.list);
  const { titleChars } = limits.buttons;
  const isWhole = ({ label }: Choice) =>
    fitLabel(label, titleChars) === fitLabel(label, Number.POSITIVE_INFINITY);
  if (buttons && (choices.every(isWhole) || !list)) return { as: 'buttons', choices: buttons };
  return list ? { as: 'list', choices: list } : { as: 'numbers' };
}

/** The text with its choices as a numbered list: the flow takes a number for the choice. @see design 4 */
export function numberedText(text: string, choices: readonly Choice[]): string {
  const mark = numbersAreClear(choices) ? (n: number) => `${n}.` : () => '•';
  const lines = choices.map(({ label, value }, n) => `${mark(n + 1)} ${label.trim() || value}`);
  return [text, lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** A choice that is itself a number, in the digits of any script, goes before the place in the list: then the list shows none. */
function numbersAreClear(choices: readonly Choice[]): boolean {
  const isPlace = (text: string) => /^[^\p{L}\p{N}]*\p{N}+[^\p{L}\p{N}]*$/u.test(text);
  return !choices.some(({ label, value }) => isPlace(label) || isPlace(value));
}

/** A card's buttons: some send a message for the visitor, some open a page. */
export function readButtons({ buttons = [] }: Card): {
  readonly replyButtons: readonly Choice[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
} {
  return {
    replyButtons: buttons.flatMap(({ label, value, url }) =>
      value !== undefined && url === undefined ? [{ label, value }] : [],
    ),
    links: buttons.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }])),
  };
}
