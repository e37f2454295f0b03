import type { Choice } from '../../contract/vocabulary.ts';
import { fitLabel } from './fit-label.ts';

/** A provider's limits for one kind of choices. */
export interface ChoiceLimits {
  readonly count: number;
  readonly titleChars: number;
  readonly valueChars: number;
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
    fitted.every(({ value }) => value !== '' && value.length <= limits.valueChars);
  return fits ? fitted : null;
}
