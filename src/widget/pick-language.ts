import type { Language } from './language.ts';
import { parts } from './parts.ts';
import { en } from './texts/en.ts';
import type { Texts } from './texts/text.ts';

/** Those that are parts of their own; English is always there. */
const elsewhere = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'tr', 'zh'] as const;
/** The languages of the widget. */
export const languages: readonly string[] = ['en', ...elsewhere];
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** Returns the first supported language tag; otherwise `en`. */
export function pickTag(...wanted: readonly (string | null | undefined)[]): string {
  return wanted.find((tag) => tag && languages.includes(primaryOf(tag)) && isTag(tag)) ?? 'en';
}

/** The language of a tag that was picked; English where its texts cannot be had. */
export async function loadLanguage(tag: string): Promise<Language> {
  const part = elsewhere.find((language) => language === primaryOf(tag));
  try {
    // Its texts are all that such a part has.
    const [texts = en] = part ? Object.values(await parts[part]()) : [];
    return languageOf(tag, texts);
  } catch (error) {
    console.warn('messaging widget: its language could not be loaded.', error);
    return english;
  }
}

function languageOf(tag: string, texts: Texts): Language {
  const numbers = new Intl.NumberFormat(tag);
  const times = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  return {
    tag,
    texts,
    direction: rightToLeft.has(primaryOf(tag)) ? 'rtl' : 'ltr',
    count: (text, n) => texts[text].replace('{n}', numbers.format(n)),
    time: (timestamp) => (Number.isNaN(Date.parse(timestamp)) ? '' : times.format(new Date(timestamp))),
    day: (timestamp) => dayOf(tag, new Date(timestamp), new Date()),
  };
}

const dayMs = 24 * 60 * 60_000;

function dayOf(tag: string, moment: Date, now: Date): string {
  if (Number.isNaN(moment.getTime())) return '';
  const days = Math.round(
    (new Date(moment).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / dayMs,
  );
  if (days > -2) return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day');
  const year = moment.getFullYear() === now.getFullYear() ? undefined : ('numeric' as const);
  return new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', month: 'long', year }).format(
    moment,
  );
}

/** The language until the widget's own is loaded. */
export const english: Language = languageOf('en', en);

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
