import type { Choice } from '../../contract/vocabulary.ts';
import { type ChoiceLimits, type FittedChoice, fitChoices } from './fit-choices.ts';
import { fitLabel } from './fit-label.ts';

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
