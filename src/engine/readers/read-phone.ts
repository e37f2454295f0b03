import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { normalizeTyped } from '../typed-text.ts';
import { localeOf, type Visitor } from './locale.ts';
import { isDateInFigures } from './read-date.ts';
import { type Reading, readingOf, unreadable } from './reading.ts';

type Library = typeof import('libphonenumber-js/max');

/** Where a language is spoken, for numbers of visitors of whom nothing else is known. */
const countriesOf: Readonly<Record<string, readonly string[]>> = {
  ar: ['SA', 'AE', 'EG', 'MA', 'DZ', 'IQ', 'JO', 'KW', 'QA', 'TN'],
  de: ['DE', 'AT', 'CH'],
  en: ['US', 'GB', 'AU', 'IE', 'NZ', 'ZA', 'IN'],
  es: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC'],
  fr: ['FR', 'BE', 'CH', 'CA', 'MA'],
  it: ['IT', 'CH'],
  ja: ['JP'],
  nl: ['NL', 'BE'],
  pl: ['PL'],
  pt: ['BR', 'PT'],
  tr: ['TR'],
  zh: ['CN', 'TW', 'HK', 'SG'],
};

/**
 * A telephone number that exists, as E.164: with its country's code, or of the country that is known of the visitor or the
 * tenant. What is a number of two of these countries is both.
 * @see https://www.itu.int/rec/T-REC-E.164
 */
export async function readPhone(text: string, visitor: Visitor): Promise<Reading> {
  const written = normalizeTyped(text)
    .replace(/^tel:/i, '')
    .replace(/[.,;]$/, '');
  if (!/^\+?[\d\s()./\-+~]{3,}$/.test(written) || !/\d{2}/.test(written)) return unreadable;
  if (isDateInFigures(written, visitor.today)) return { kind: 'fault', fault: 'isDate' };
  const library = await import('libphonenumber-js/max');
  const international = written.replace(/^00/, '+');
  const whole = existing([parse(library, international)]);
  if (written.startsWith('+')) return whole;
  const { countries, areGuessed } = countriesFor(visitor, library);
  const reading = existing(countries.flatMap((country) => inCountry(library, written, country)));
  // Elsewhere than in America, `00` stands for the plus.
  if (reading.kind === 'fault' && international !== written) return whole;
  if (reading.kind === 'fault') return areGuessed ? { kind: 'fault', fault: 'noCountry' } : reading;
  const isClear =
    reading.kind === 'value'
      ? isExpected(library, String(reading.value), written, countries[0])
      : reading.values.length === 2;
  return isClear ? reading : { kind: 'fault', fault: 'noCountry' };
}

/** A number of the second country may be a slip of one of the first; but none of America's begins with zero. */
function isExpected(library: Library, number: string, written: string, first: string | undefined): boolean {
  const { country, countryCallingCode } = parse(library, number) ?? {};
  const code = first !== undefined && isCountry(library, first) ? library.getCountryCallingCode(first) : null;
  return country === first || countryCallingCode === code || (code === '1' && /^\D*0/.test(written));
}

/** Where a visitor of a chat app is, by their own number. */
export async function countryOfPhone({ phone }: Visitor): Promise<string | undefined> {
  if (phone === undefined) return undefined;
  return countryOf(await import('libphonenumber-js/max'), phone);
}

const countryOf = (library: Library, phone: string) =>
  parse(library, `+${phone.replaceAll(/\D/g, '')}`)?.country;

interface Countries {
  /** The likeliest first. */
  readonly countries: readonly string[];
  /** Nothing but the language tells them. */
  readonly areGuessed: boolean;
}

function countriesFor({ language, clientLanguage, phone, country }: Visitor, library: Library): Countries {
  const locale = localeOf(language);
  const own = phone === undefined ? undefined : countryOf(library, phone);
  if (own !== undefined) return { countries: [own], areGuessed: false };
  const region = locale?.region ?? localeOf(clientLanguage)?.region;
  const known = [region, country].filter((one) => one !== undefined);
  if (known.length > 0) return { countries: [...new Set(known)], areGuessed: false };
  return { countries: countriesOf[locale?.language ?? ''] ?? [], areGuessed: true };
}

/** Some leave out the plus: `49 151 …` may be a number of Germany with its code. */
function inCountry(library: Library, written: string, country: string): (PhoneNumber | undefined)[] {
  const number = parse(library, written, country);
  const whole = parse(library, `+${written}`);
  return whole?.country === country ? [number, whole] : [number];
}

function parse(library: Library, written: string, country?: string): PhoneNumber | undefined {
  if (country === undefined) return library.parsePhoneNumberFromString(written, { extract: false });
  if (!isCountry(library, country)) return undefined;
  return library.parsePhoneNumberFromString(written, { extract: false, defaultCountry: country });
}

const isCountry = (library: Library, country: string): country is CountryCode =>
  library.isSupportedCountry(country);

function existing(numbers: readonly (PhoneNumber | undefined)[]): Reading {
  const found = numbers.flatMap((number) => (number?.isValid() && !number.ext ? number.number : []));
  return found.length === 0 ? { kind: 'fault', fault: 'noSuchNumber' } : readingOf(found);
}
