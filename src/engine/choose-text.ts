import type { Text } from '../contract/steps/parts.ts';

/**
 * The text in the visitor's language: exactly (`pt-BR`), else without its region (`pt`), else the first that is
 * written.
 */
export function chooseText(text: Text, language: string | undefined): string {
  if (typeof text === 'string') return text;
  return text[languageOfText(text, language) ?? ''] ?? '';
}

/** The language that a visitor is shown a text in; undefined where it is written in one alone. */
export function languageOfText(text: Text, language: string | undefined): string | undefined {
  if (typeof text === 'string') return undefined;
  const wanted = language?.toLowerCase();
  const [base] = wanted?.split('-') ?? [];
  const known = Object.keys(text);
  return (
    known.find((key) => key.toLowerCase() === wanted) ??
    known.find((key) => key.toLowerCase() === base) ??
    known.find((key) => key.toLowerCase().split('-')[0] === base) ??
    known[0]
  );
}

/** Every text of one, with what it is written under: its language, or nothing. */
export function textsOf(text: Text): { readonly key: string; readonly template: string }[] {
  if (typeof text === 'string') return [{ key: '', template: text }];
  return Object.entries(text).map(([language, template]) => ({ key: `.${language}`, template }));
}
