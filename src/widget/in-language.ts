import type { Language } from './language.ts';

/** The texts of a part in all languages, which load together. */
export type TextsByLanguage<T> = Readonly<Record<string, T>> & { readonly en: T };

/** A part's texts in the widget's language; English where it has none. */
export function inLanguage<T>(all: TextsByLanguage<T>, { tag }: Pick<Language, 'tag'>): T {
  return all[tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''] ?? all.en;
}
