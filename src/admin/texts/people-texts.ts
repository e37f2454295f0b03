import { lazyTexts } from './lazy-texts.ts';
import type { PeopleTexts } from './shape.ts';
import { textChunks } from './text-chunks.ts';

/** Texts of what is kept about a person, in the language that is shown. */
export const usePeopleTexts = lazyTexts(
  textChunks<PeopleTexts>({
    en: async () => (await import('./en/people.ts')).people,
    de: async () => (await import('./de/people.ts')).people,
    fr: async () => (await import('./fr/people.ts')).people,
    ar: async () => (await import('./ar/people.ts')).people,
  }),
);
