import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { isPublicLink } from '../../contract/public-address.ts';
import type { Json } from '../interfaces.ts';
import { foldText, normalizeTyped, withoutBrackets, withoutFrame } from '../typed-text.ts';
import { type Conventions, conventionsOf, localeOf, type Visitor } from './locale.ts';
import { isDateInFigures, readDate } from './read-date.ts';
import { longestRead, type ReadableType, type Reading, readingOf, unreadable } from './reading.ts';

export { explain } from './explain.ts';

/** More readings than this are no question to ask. */
const mostReadings = 3;

/**
 * Reads what a visitor typed, by the visitor's language and country.
 * @param isAllowed whether the question takes a date or time: of a day without a year, and of a time without half of
 * the day, those are meant that it takes
 */
export async function readTyped(
  type: ReadableType,
  text: string,
  visitor: Visitor,
  isAllowed: (value: Json) => boolean,
): Promise<Reading> {
  if (text.length > longestRead) return unreadable;
  if (type === 'email') return readEmail(text);
  if (type === 'phone') return await readPhone(text, visitor);
  const conventions = conventionsOf(visitor.language, await regionOf(visitor));
  if (type === 'number') return readNumber(text, conventions);
  const reading = type === 'time' ? readTime(text, conventions) : await readDate(text, visitor, conventions);
  if (reading.kind !== 'ambiguous') return reading;
  // The type of the question decides only the year or the half of the day: 1/2 may be a mistake for either
  // day.
  const isAlike = (a: Json, b: Json) => type === 'time' || String(a).slice(5) === String(b).slice(5);
  const meant = reading.values.filter(
    (value, _, all) => isAllowed(value) || !all.some((other) => isAlike(other, value) && isAllowed(other)),
  );
  return meant.length > mostReadings ? unreadable : readingOf(meant);
}

/** More could not be kept: a number has about sixteen digits. */
const mostDigits = 15;

/** Thousands separators, each with its decimal separators. */
const ways: readonly { readonly group: string; readonly decimals: readonly string[] }[] = [
  { group: '', decimals: ['.', ',', '٫'] },
  { group: '.', decimals: [',', '٫'] },
  { group: ',', decimals: ['.', '٫'] },
  { group: ' ', decimals: ['.', ','] },
  { group: "'", decimals: ['.', ','] },
  { group: '٬', decimals: ['٫', '.'] },
];

/**
 * A number with or without marks between thousands, and a currency's sign beside it. Of `1.000` and `1,000` the
 * conventions decide; where they don't, both readings are given.
 */
function readNumber(text: string, { decimal, group }: Conventions): Reading {
  const written = withoutFrame(normalizeTyped(text))
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/^([+-]?)\p{Sc} ?|[.,]? ?\p{Sc}[.,]?$|[.,]$/gu, '$1');
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,'٫٬ ]+)$/.exec(written) ?? [];
  if (digits.replaceAll(/\D/g, '').length > mostDigits) return unreadable;
  const found = ways.flatMap((way) => read(digits, way));
  const values = new Set(found.map(({ value }) => value));
  // The separator is one of the language's own.
  const decided =
    values.size < 2
      ? found
      : found.filter((one) =>
          one.mark === 'decimal' ? one.sign === decimal : one.sign === group && one.sign !== decimal,
        );
  const signed = (value: number) => (sign === '-' && value !== 0 ? -value : value);
  return readingOf((decided.length > 0 ? decided : found).map(({ value }) => signed(value)));
}

interface Found {
  readonly value: number;
  /** The meaning of its first separator. */
  readonly mark: 'decimal' | 'group';
  readonly sign: string;
}

function read(digits: string, { group, decimals }: (typeof ways)[number]): Found[] {
  return decimals.flatMap((decimal): Found[] => {
    const [whole = '', fraction, ...more] = digits.split(decimal);
    if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return [];
    const plain = group === '' ? whole : ungrouped(whole, group);
    if (plain === null || !/^\d*$/.test(plain) || (plain === '' && fraction === undefined)) return [];
    const value = Number(`${plain === '' ? '0' : plain}.${fraction ?? '0'}`);
    return [group === '' ? { value, mark: 'decimal', sign: decimal } : { value, mark: 'group', sign: group }];
  });
}

/** In threes, or as in India in twos before the last three; null for what is not grouped so. */
function ungrouped(whole: string, group: string): string | null {
  const [first = '', ...others] = whole.split(group);
  const last = others.pop();
  if (last === undefined || !/^\d{3}$/.test(last) || !/^[1-9]\d{0,2}$/.test(first)) return null;
  const isGrouped = (length: number) => others.every((part) => part.length === length && /^\d+$/.test(part));
  const isIndian = group === ',' && first.length <= 2 && others.length > 0 && isGrouped(2);
  return isGrouped(3) || isIndian ? [first, ...others, last].join('') : null;
}

/** Words for the halves of a day, folded; the longer before those that they end in. */
const halves: Readonly<Record<'am' | 'pm' | 'night' | 'noon', string>> = {
  am:
    'in the morning|morgens|fruh|vormittags|du matin|de la manana|de la madrugada|da manha|da madrugada|del mattino|di mattina|s ochtends|s morgens|rano|sabah|' +
    'صباحا|في الصباح|ص|午前|朝|上午|早上|凌晨|a m|am|oo',
  pm:
    'in the afternoon|in the evening|nachmittags|abends|de l apres midi|du soir|de la tarde|da tarde|' +
    'del pomeriggio|di sera|s middags|s avonds|po poludniu|wieczorem|ogleden sonra|aksam|' +
    'مساء|في المساء|م|午後|夕方|下午|p m|pm|os',
  // 12 is midnight then, and hours up to five are after midnight.
  night: 'at night|nachts|de la nuit|de la noche|da noite|di notte|s nachts|w nocy|gece|ليلا|夜|深夜|晚上',
  noon: '中午|mittags|del mediodia',
};
const named: Readonly<Record<string, string>> = {
  '12:00':
    'noon|midday|mittag|mittags|midi|mediodia|al mediodia|meio dia|mezzogiorno|poludnie|w poludnie|ogle|oglen|الظهر|ظهرا|正午|中午',
  '00:00':
    'midnight|mitternacht|minuit|medianoche|meia noite|mezzanotte|middernacht|polnoc|gece yarisi|منتصف الليل|午夜|半夜',
};
const oneOf = (words: string) => `(?:${words})`;
/** Words between hour and minute. */
const hourWords = 'uhr|uur|u|o clock|heures?|horas?|h|時|点|點';
const isHourWord = new RegExp(` ?${oneOf(hourWords)} ?`);
const isHalf = Object.entries(halves).map(
  ([half, words]) =>
    [half, new RegExp(`^${oneOf(words)} ?(?=\\d)|(?<=(?:[\\d半]|${hourWords}) ?)${oneOf(words)}$`)] as const,
);
const isNamed = Object.entries(named).map(
  ([time, words]) => [time, new RegExp(`^(?:12 ?)?${oneOf(words)}$`)] as const,
);
/** Whether the text can only be a time. */
const before =
  /^(?:at|um|a|(?:a )?las?|a les?|as|alle|le|om|o|o godz|saat|godz|godzina|o godzinie|ore|في|الساعه) (?=\d)/;

const lastHourOfNight = 5;

/** A time of day, read as `14:30`. Where the language counts to twelve and the half of the day is missing, it may be either. */
function readTime(text: string, { hours }: Conventions): Reading {
  const folded = foldText(withoutFrame(normalizeTyped(text)))
    .replaceAll(/[.'-](?!\d)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  const [time] = isNamed.find(([, words]) => words.test(folded.replaceAll('-', ' '))) ?? [];
  if (time !== undefined) return { kind: 'value', value: time };
  const plain = folded.replace(before, '');
  const [half, words] = isHalf.find(([, pattern]) => pattern.test(plain)) ?? [];
  const figures = (words ? plain.replace(words, '') : plain)
    .replace(isHourWord, ':')
    .replace(/半$/, '30')
    .replace(/ ?(?:分|min)$|:$|(?<=\d:\d\d):00$/, '')
    .replace(/(?<=^\d\d?) (?=\d\d ?$)/, ':')
    .replaceAll(' ', '');
  const [, a, b = '00'] =
    /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(figures) ?? /^(\d{2})(\d{2})$/.exec(figures) ?? [];
  const [hour, minute] = [Number(a), Number(b)];
  if (a === undefined || hour > 23 || minute > 59) return unreadable;
  const [am, pm] = [hour % 12, (hour % 12) + 12].map((one) => `${String(one).padStart(2, '0')}:${b}`);
  if (half !== undefined) {
    // Noon is from ten to two: at another hour the writer has meant something else.
    if (half === 'noon' && hour % 12 > 2 && hour % 12 < 10) return unreadable;
    const isMorning =
      half === 'am' ||
      (half === 'night' && (hour === 12 || hour <= lastHourOfNight)) ||
      (half === 'noon' && (hour === 10 || hour === 11));
    return hour > 12 && half === 'am' ? unreadable : readingOf([(isMorning ? am : pm) ?? '']);
  }
  const isClear = hour === 0 || hour > 12 || a.startsWith('0') || hours === 24;
  return isClear ? readingOf([`${a.padStart(2, '0')}:${b}`]) : readingOf([am ?? '', pm ?? '']);
}

const emailChars = 254;
const localChars = 64;
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const topLabel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;
/** @see https://www.rfc-editor.org/rfc/rfc6761 Names that never lead anywhere */
const nowhere = new Set(['invalid', 'arpa', 'onion', 'alt']);
const labelBytes = 63;
const domainBytes = 253;

/** An address that mail can reach: of `Ada <ada@example.com>`, `mailto:ada@example.com` and `ada@example.com.` that. */
function readEmail(text: string): Reading {
  // Chinese and Japanese keyboards have this for a full stop.
  const written = normalizeTyped(text).replaceAll(/[。．｡](?=[\p{L}\p{N}])/gu, '.');
  const [, inAngles] = /^[^<>@]*<([^<>]*)>[.,;]?$/.exec(written) ?? [];
  const address = withoutBrackets((inAngles ?? written).replace(/[.,:;、]+$/u, ''))
    .replace(/^mailto:|^\(/i, '')
    .replace(/[.,:、)]+$/u, '');
  return isAddress(address) ? { kind: 'value', value: address } : unreadable;
}

function isAddress(address: string): boolean {
  const [name = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || address.length > emailChars || name.length > localChars) return false;
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return (
    local.test(name) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    topLabel.test(top) &&
    !nowhere.has(top.toLowerCase()) &&
    isHostname(domain)
  );
}

/** Whether a name can be looked up on the internet: in other scripts it is far longer there. @see https://www.unicode.org/reports/tr46/ */
function isHostname(domain: string): boolean {
  const address = `https://${domain}/`;
  if (!isPublicLink(address)) return false;
  const { hostname } = new URL(address);
  return hostname.length <= domainBytes && hostname.split('.').every((part) => part.length <= labelBytes);
}

/** The visitor's country, by their client, their number or the tenant. */
async function regionOf(visitor: Visitor): Promise<string | undefined> {
  return localeOf(visitor.clientLanguage)?.region ?? (await countryOfPhone(visitor)) ?? visitor.country;
}

type Library = typeof import('libphonenumber-js/max');

/** The main country of a language, for phone numbers if nothing else is known. */
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
async function readPhone(text: string, visitor: Visitor): Promise<Reading> {
  const written = withoutBrackets(normalizeTyped(text)).replace(/^tel:/i, '').replace(/[.,]$/, '');
  if (!/^\+?[\d\s()./\-+~]{3,}$/.test(written) || !/\d{2}/.test(written)) return unreadable;
  if (isDateInFigures(written, visitor.today)) return { kind: 'problem', problem: 'isDate' };
  const library = await import('libphonenumber-js/max');
  const international = written.replace(/^00/, '+');
  const whole = existing([parse(library, international)]);
  if (written.startsWith('+')) return whole;
  const { countries, areGuessed } = countriesFor(visitor, library);
  const reading = existing(countries.flatMap((country) => inCountry(library, written, country)));
  // Elsewhere than in America, `00` stands for the plus.
  if (reading.kind === 'problem' && international !== written) return whole;
  if (reading.kind === 'problem') return areGuessed ? { kind: 'problem', problem: 'noCountry' } : reading;
  const isClear =
    reading.kind === 'value'
      ? isExpected(library, String(reading.value), written, countries[0])
      : reading.values.length === 2;
  return isClear ? reading : { kind: 'problem', problem: 'noCountry' };
}

/** A number of the second country may be a slip of one of the first; but none of America's begins with zero. */
function isExpected(library: Library, number: string, written: string, first: string | undefined): boolean {
  const { country, countryCallingCode } = parse(library, number) ?? {};
  const code = first !== undefined && isCountry(library, first) ? library.getCountryCallingCode(first) : null;
  return country === first || countryCallingCode === code || (code === '1' && /^\D*0/.test(written));
}

/** The country of a chat app visitor, by their own number. */
async function countryOfPhone({ phone }: Visitor): Promise<string | undefined> {
  if (phone === undefined) return undefined;
  return countryOf(await import('libphonenumber-js/max'), phone);
}

const countryOf = (library: Library, phone: string) =>
  parse(library, `+${phone.replaceAll(/\D/g, '')}`)?.country;

interface Countries {
  /** The likeliest first. */
  readonly countries: readonly string[];
  /** Only the language distinguishes them. */
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
  return found.length === 0 ? { kind: 'problem', problem: 'noSuchNumber' } : readingOf(found);
}
