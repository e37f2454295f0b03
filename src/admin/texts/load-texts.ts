import { deviceStorage } from '../../browser/storage.ts';
import type { Texts } from './shape.ts';

/** Languages of the console, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', ar: 'العربية' } as const;

/** What is offered, and the pseudo-locale that CLDR calls en-XA, which only a test asks for. */
export type Language = keyof typeof languages | 'en-XA';

/** One chunk a language. */
const files: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
  'en-XA': async () => (await import('./pseudo.ts')).pseudoOf((await import('./en.ts')).en),
};

/** The way that a language is written. */
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

const key = 'gateway-admin.language';

/** The language that the user chose on this device, else the browser's. */
export function preferredLanguage(): Language {
  const wanted = [deviceStorage.getItem(key), ...navigator.languages.map((tag) => tag.split('-')[0])];
  return wanted.find((tag): tag is Language => tag != null && Object.hasOwn(files, tag)) ?? 'en';
}

/** Remembers a choice on this device. */
export function keepLanguage(language: Language): void {
  deviceStorage.setItem(key, language);
}

/** Loads a language and turns the page its way. */
export async function loadTexts(language: Language): Promise<Texts> {
  const texts = await files[language]();
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  return texts;
}
