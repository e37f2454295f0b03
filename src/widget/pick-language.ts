import { ar } from './texts/ar.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import type { Texts } from './texts/text.ts';

const languages: Readonly<Record<string, Texts>> = { ar, de, en, es, fr };
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** The language that a widget speaks. */
export interface Language {
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
  /** A text with its number, in the digits of the language. */
  count(text: keyof Texts, n: number): string;
  time(timestamp: string): string;
}

/** The first of the wanted tags that the widget speaks; English when it speaks none of them. */
export function pickLanguage(...wanted: readonly (string | null | undefined)[]): Language {
  const known = wanted.find((tag) => tag && primaryOf(tag) in languages && isTag(tag));
  const tag = known ?? 'en';
  const texts = languages[primaryOf(tag)] ?? en;
  const numbers = new Intl.NumberFormat(tag);
  const times = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  return {
    tag,
    texts,
    direction: rightToLeft.has(primaryOf(tag)) ? 'rtl' : 'ltr',
    count: (text, n) => texts[text].replace('{n}', numbers.format(n)),
    time: (timestamp) => (Number.isNaN(Date.parse(timestamp)) ? '' : times.format(new Date(timestamp))),
  };
}

function primaryOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/** `Intl` throws on what is not a well-formed tag, and pages write `en_US`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
