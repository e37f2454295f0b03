import { readLanguage } from '../../contract/text-identity.ts';

/** The visitor's locale and country, for parsing their answers. */
export interface Visitor {
  /** A BCP 47 tag, if valid: visitors' clients may send anything. */
  readonly language?: string | undefined;
  /** The language of the visitor's client, if the flow uses another: it may contain a country. */
  readonly clientLanguage?: string | undefined;
  /** The visitor's own number, of a chat app: digits, with or without `+`. */
  readonly phone?: string | undefined;
  /** The tenant's, ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  /** On the tenant's calendar: `2025-01-31`. */
  readonly today: string;
}

/** How a language writes numbers, dates and times. */
export interface Conventions {
  readonly decimal: string | null;
  readonly group: string | null;
  /** Null also where the year comes first: there `03/04/2026` is ambiguous. */
  readonly dateOrder: 'dmy' | 'mdy' | null;
  readonly yearFirst: boolean;
  /** The order where no year is written: Swedish has the year first, and `3/4` for 3 April. */
  readonly shortOrder: 'dmy' | 'mdy' | null;
  readonly hours: 12 | 24 | null;
}

/** Languages with contradicting number formats, if the country is unknown. */
const split: Readonly<Record<string, readonly string[]>> = {
  en: ['en-US', 'en-GB'],
  es: ['es-ES', 'es-MX'],
  ar: ['ar-AE', 'ar-MA'],
};

/** A tag that `Intl` takes; null for what is none. */
export function localeOf(language: string | undefined): Intl.Locale | null {
  const tag = readLanguage(language);
  return tag === undefined ? null : new Intl.Locale(tag);
}

/**
 * The language that a visitor reads what no author has written: that of the question, else theirs, else that of the
 * tenant's country; English where that is not there.
 * @param shownIn the language of the question, where it has several
 * @param texts by language
 */
export function localeOfVisitor(
  { language, country }: Visitor,
  shownIn: string | undefined,
  texts: object,
): Intl.Locale {
  const there = localeOf(country === undefined ? undefined : `und-${country}`)?.maximize();
  const locales = [localeOf(language), there].flatMap((locale) => locale ?? []);
  const shown = localeOf(shownIn);
  const wanted = shown ? (locales.find((locale) => locale.language === shown.language) ?? shown) : locales[0];
  return wanted && Object.hasOwn(texts, wanted.language) ? wanted : new Intl.Locale('en');
}

/** @param region where the visitor is, when the language does not say so */
export function conventionsOf(language: string | undefined, region: string | undefined): Conventions {
  const each = localesOf(localeOf(language), region).map(ofLocale);
  const agreed = <K extends keyof Conventions>(key: K): Conventions[K] | null => {
    const [first, ...others] = each.map((one) => one[key]);
    return first === undefined || others.some((other) => other !== first) ? null : first;
  };
  return {
    decimal: agreed('decimal'),
    group: agreed('group'),
    dateOrder: agreed('dateOrder'),
    yearFirst: agreed('yearFirst') ?? false,
    shortOrder: agreed('shortOrder'),
    hours: agreed('hours'),
  };
}

function localesOf(given: Intl.Locale | null, region: string | undefined): readonly string[] {
  // For a language that it does not know, `Intl` has the conventions of its own default language.
  const locale = given && Intl.NumberFormat.supportedLocalesOf(given.baseName).length > 0 ? given : null;
  if (locale?.region !== undefined) return [locale.baseName];
  const country = given?.region ?? region;
  const there = localeOf(country === undefined ? country : `und-${country}`)?.maximize();
  const atHome = there && `${there.language}-${there.region}`;
  if (!locale || (there && there.language === locale.language)) return atHome === undefined ? [] : [atHome];
  // Visitors abroad may use the format of home or of the country: where these differ, it is ambiguous.
  return [...(split[locale.language] ?? [locale.baseName]), ...(atHome === undefined ? [] : [atHome])];
}

/** `Intl` objects are expensive to create, so they are cached. Visitors use fewer locales than this. */
const known = new Map<string, Conventions>();
const mostKnown = 500;

function ofLocale(tag: string): Conventions {
  const conventions = known.get(tag) ?? findConventions(tag);
  if (known.size >= mostKnown) known.clear();
  known.set(tag, conventions);
  return conventions;
}

function findConventions(tag: string): Conventions {
  const number = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1_234_567.5);
  const mark = (type: string) => number.find((part) => part.type === type)?.value.replace(/\s/, ' ') ?? null;
  const date = new Intl.DateTimeFormat(tag, {
    ...{ calendar: 'gregory', year: 'numeric', month: 'numeric', day: 'numeric' },
  });
  const short = new Intl.DateTimeFormat(tag, { calendar: 'gregory', month: 'numeric', day: 'numeric' });
  const orderOf = (format: Intl.DateTimeFormat) =>
    format
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'literal' ? [] : type.charAt(0)))
      .join('');
  const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
  const written = orderOf(date);
  return {
    decimal: mark('decimal'),
    group: mark('group'),
    dateOrder: written === 'dmy' || written === 'mdy' ? written : null,
    yearFirst: written === 'ymd',
    // In Canada and South Africa people write both.
    shortOrder: written === 'ymd' && /^(?:en|fr)-/.test(tag) ? null : orderOf(short) === 'dm' ? 'dmy' : 'mdy',
    hours: hourCycle === 'h12' || hourCycle === 'h11' ? 12 : 24,
  };
}
