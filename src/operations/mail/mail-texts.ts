import catalogs from './mail-texts.json' with { type: 'json' };

/** The texts of emails to visitors and of the pages behind their links. `{name}` is the widget's title, `{email}` the address. */
export type MailTexts = (typeof catalogs)['en'];

/** The languages of the widget. */
export const mailTexts: Readonly<Record<string, MailTexts>> = catalogs;

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** Texts in a language of the widget; in English for any other. */
export function mailTextsIn(tag: string): {
  readonly texts: MailTexts;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
} {
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  const language = Object.hasOwn(mailTexts, primary) ? primary : 'en';
  const texts = mailTexts[language] ?? catalogs.en;
  return { texts, language, direction: rightToLeft.has(language) ? 'rtl' : 'ltr' };
}

/** Fills in the names. */
export function filled(
  text: string,
  values: Readonly<Record<string, string>>,
  direction: 'ltr' | 'rtl',
): string {
  // Isolated: names and addresses may be written in the other direction.
  const shown = (value: string) => (direction === 'rtl' ? `\u2068${value}\u2069` : value);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : shown(value);
  });
}
