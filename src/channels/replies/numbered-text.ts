import type { Choice } from '../../contract/vocabulary.ts';

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
