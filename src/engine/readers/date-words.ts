import { addDays, weekdayOf } from '../functions.ts';
import { foldText } from '../typed-text.ts';
import { dateOf, datesInAnyYear, nextWeekday, yearsOf } from './calendar.ts';
import { dateByChrono } from './date-by-chrono.ts';

/** The locales whose month and weekday names `Intl` provides, by country where they differ within a language. */
const languages: Readonly<Record<string, readonly string[]>> = {
  ...{ de: ['de', 'de-AT'], en: ['en', 'en-GB'], es: ['es'], fr: ['fr'], it: ['it'], ja: ['ja'], nl: ['nl'] },
  ...{ pl: ['pl'], pt: ['pt'], tr: ['tr'], zh: ['zh', 'zh-TW'], ar: ['ar', 'ar-SY', 'ar-DZ', 'ar-MA'] },
};

/** Further words for a day, by how far it is from today. */
const furtherWords: Readonly<Record<string, readonly (readonly [days: number, words: string])[]>> = {
  ar: [
    [1, 'بكرة|بكره'],
    [2, 'بعد غد'],
    [-2, 'اول امس'],
  ],
  de: [[1, 'morgen fruh']],
  en: [
    [1, 'tmrw|tmr|tomorow'],
    [2, 'day after tomorrow'],
    [-2, 'day before yesterday'],
  ],
  es: [[-2, 'antes de ayer|antier']],
  fr: [
    [2, 'apres demain'],
    [-2, 'avant hier'],
  ],
  it: [[-2, 'altro ieri|ieri l altro']],
  ja: [
    [0, 'きょう|本日'],
    [1, 'あした|あす'],
    [2, 'あさって'],
    [-1, 'きのう'],
    [-2, 'おととい'],
  ],
  pl: [
    [0, 'dzis'],
    [7, 'za tydzien'],
  ],
  pt: [[-2, 'antes de ontem']],
  tr: [[7, 'haftaya|haftaya bugun']],
  zh: [
    [0, '今日'],
    [1, '明日'],
    [3, '大后天|大後天'],
    [-1, '昨日'],
  ],
};

/** Weekday names that `Intl` lacks: short forms, synonyms, and the forms used after *on*. */
const furtherWeekdays: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { sonnabend: 'saturday' },
  pl: { srode: 'wednesday', sobote: 'saturday', niedziele: 'sunday' },
  pt: { segunda: 'monday', terca: 'tuesday', quarta: 'wednesday', quinta: 'thursday', sexta: 'friday' },
};

/** Numbers that stand before days and weeks, where chrono-node does not read them: `1` first, then `2`, and so on. */
const numerals: Readonly<Record<string, RegExp>> = {
  es: /\b(?:(una?)|(dos)|(tres)|(cuatro)|(cinco)|(seis)|(siete)|(ocho)|(nueve)|(diez))\b/,
  pl: /\b(?:(jeden)|(dwa|dwie)|(trzy)|(cztery)|(piec)|(szesc)|(siedem)|(osiem)|(dziewiec)|(dziesiec))\b/,
  pt: /\b(?:(uma?)|(dois|duas)|(tres)|(quatro)|(cinco)|(seis)|(sete)|(oito)|(nove)|(dez))\b/,
  tr: /\b(?:(bir)|(iki)|(uc)|(dort)|(bes)|(alti)|(yedi)|(sekiz)|(dokuz)|(on))\b/,
  zh: /(一)|([二两兩])/,
};

/** Beside a weekday: the coming one; on that day, perhaps today. */
const coming = new Set(
  'this coming kommenden kommende kommender diesen dieser aanstaande deze este esta questo questa ce ten ta te najblizszy najblizsza bu onumuzdeki'.split(
    ' ',
  ),
);
/** Beside a weekday: the coming one, or the one after it. */
const next = new Set(
  'next proximo proxima que vem viene przyszly przyszla nastepny nastepna gelecek haftaya'.split(' '),
);

/** A date in words is shorter, with its weekday too. */
const longest = 60;

/** Words that stand around a date and say nothing of it. */
const fillers = new Set(
  'of the on at de del di den der das dem am um le la el il lo op den dia do da em no na dnia w we r roku gunu tarihi ve و في يوم من'.split(
    ' ',
  ),
);

/**
 * The days that words may stand for: `31 December 2026`, `tomorrow`, `in 3 Tagen`, `3 de abril`, `next friday`. None for a
 * day that no calendar has, null for what is no date.
 * @param language the visitor's, whose words go before those of others
 */
export async function dateInWords(
  written: string,
  language: string | undefined,
  today: string,
): Promise<string[] | null> {
  if (written.length > longest || !/\p{L}/u.test(written)) return null;
  const folded = foldText(written);
  const own = language !== undefined && Object.hasOwn(languages, language) ? [language] : [];
  for (const locales of [own, Object.keys(languages)]) {
    const days = locales.flatMap((one) => dayOf(folded, one) ?? []);
    if (days.length > 0) return unique(days.map((offset) => addDays(today, offset)));
    const dates = locales.map((one) => dateWithMonth(folded, one, today)).filter((found) => found !== null);
    if (dates.length > 0) return unique(dates.flat());
  }
  return await dateByChrono(written, own[0], today);
}

const unique = (dates: readonly string[]): string[] => [...new Set(dates)];

interface Words {
  /** Days from today, by what they are called. */
  readonly days: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  /** `monday`, by its names. */
  readonly weekdays: ReadonlyMap<string, string>;
}

const known = new Map<string, Words>();

function wordsOf(language: string): Words {
  const found = known.get(language);
  if (found) return found;
  const words = {
    days: new Map<string, number>(),
    months: new Map<string, number>(),
    weekdays: new Map<string, string>(),
  };
  for (const tag of languages[language] ?? []) {
    addDayNames(tag, words.days);
    addNames(tag, words.months, words.weekdays);
  }
  for (const [name, weekday] of Object.entries(furtherWeekdays[language] ?? {}))
    words.weekdays.set(name, weekday);
  for (const [days, names] of furtherWords[language] ?? [])
    for (const name of names.split('|')) words.days.set(withoutSpaces(name), days);
  known.set(language, words);
  return words;
}

const longestAheadDays = 31;

/** `tomorrow`, `in 3 days`, `2 weeks ago` as a language has them. */
function addDayNames(tag: string, days: Map<string, number>): void {
  for (const numeric of ['always', 'auto'] as const) {
    const format = new Intl.RelativeTimeFormat(`${tag}-u-nu-latn`, { numeric });
    for (let n = -longestAheadDays; n <= longestAheadDays; n += 1) {
      days.set(withoutSpaces(format.format(n, 'day')), n);
      // `Next week` is no day.
      if (numeric === 'always' && Math.abs(n) <= 8) days.set(withoutSpaces(format.format(n, 'week')), 7 * n);
    }
  }
}

const withoutSpaces = (text: string) => foldText(text).replaceAll(/[ '-]/g, '');

/** Days of 2025 whose names are those of all months, and of all weekdays. */
const monthDays = Array.from({ length: 12 }, (_, month) => Date.UTC(2025, month, 3));
const weekDays = Array.from({ length: 7 }, (_, day) => Date.UTC(2025, 5, 1 + day));

function addNames(tag: string, months: Map<string, number>, weekdays: Map<string, string>): void {
  const namesOf = (
    days: readonly number[],
    type: 'month' | 'weekday',
    options: Intl.DateTimeFormatOptions,
  ) => {
    const plain = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;
    const format = new Intl.DateTimeFormat(tag, { ...plain, ...options });
    const named = (day: number) => format.formatToParts(day).find((part) => part.type === type)?.value ?? '';
    return days.map((day) => foldText(named(day)).replace(/\.$/, '').replaceAll(/[ -]/g, '_'));
  };
  for (const style of ['long', 'short'] as const) {
    // With a day beside it, the name of a month may have another ending.
    for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const)
      for (const [n, name] of namesOf(monthDays, 'month', options).entries())
        if (/\p{L}/u.test(name) && !/\d/.test(name)) months.set(name, n + 1);
    for (const [n, name] of namesOf(weekDays, 'weekday', { weekday: style }).entries())
      weekdays.set(name, weekdayOf(new Date(weekDays[n] ?? 0).toISOString()));
  }
}

function dayOf(folded: string, language: string): number | null {
  const { days } = wordsOf(language);
  // Only the first: `一两天后` is no 12 days.
  const [whole = '', ...each] = numerals[language]?.exec(folded) ?? [];
  const figures = folded.replace(whole, whole && String(each.findIndex(Boolean) + 1));
  const written = withoutSpaces(language === 'pt' ? figures.replace(/^daqui a /, 'em ') : figures);
  return days.get(written) ?? days.get(written.replace(/^(?:the|le|l|am|w)/, '')) ?? null;
}

/** The weekday that a word names, in a language or any. */
export function weekdayCalled(word: string, language: string | undefined): string | null {
  const folded = foldText(word).replaceAll(/[ -]/g, '_');
  for (const one of [language ?? '', ...Object.keys(languages)]) {
    const weekday = Object.hasOwn(languages, one) ? wordsOf(one).weekdays.get(folded) : undefined;
    if (weekday !== undefined) return weekday;
  }
  return null;
}

const ordinal = /^(\d{1,4})(?:st|nd|rd|th|er|e|eme|ste|de|o|a|°|日)?$/;

/** A day, the name of a month and perhaps a year and a weekday, in any order; nothing else. */
function dateWithMonth(folded: string, language: string, today: string): string[] | null {
  const { months, weekdays } = wordsOf(language);
  // `segunda-feira`, `كانون الثاني`
  const joined = [...months.keys(), ...weekdays.keys()]
    .filter((name) => name.includes('_'))
    .reduce((text, name) => text.replace(new RegExp(name.replaceAll('_', '[ -]')), name), folded);
  const all = joined.split(/[ ,./'-]+/).filter((word) => word !== '' && !fillers.has(word));
  const words = all.filter((word) => !coming.has(word) && !next.has(word));
  const month: number[] = [];
  const figures: string[] = [];
  const weekday: string[] = [];
  for (const word of words) {
    const [, figure] = ordinal.exec(word) ?? [];
    const [aMonth, aWeekday] = [months.get(word), weekdays.get(word)];
    if (figure !== undefined) figures.push(figure);
    else if (aMonth !== undefined) month.push(aMonth);
    else if (aWeekday !== undefined) weekday.push(aWeekday);
    else return null;
  }
  const [onDay] = weekday;
  if (onDay !== undefined && words.length === 1) {
    if (!all.some((word) => next.has(word))) return weekdayDates(onDay, today);
    const first = nextWeekday(onDay, today);
    return [first, addDays(first, 7)];
  }
  if (all.length > words.length) return null;
  if (month.length !== 1 || weekday.length > 1 || figures.length < 1 || figures.length > 2) return null;
  const found = daysOf(figures, month[0] ?? 0, today);
  return onDay === undefined ? found : (found?.filter((date) => weekdayOf(date) === onDay) ?? null);
}

/** The next one; on a Friday, `Friday` may be today. */
const weekdayDates = (weekday: string, today: string): string[] => [
  ...(weekdayOf(today) === weekday ? [today] : []),
  nextWeekday(weekday, today),
];

/** `3`, `3 2026`, `2026 3` or `3 26`; null when neither can be the day. */
function daysOf([a = '', b]: readonly string[], month: number, today: string): string[] | null {
  const [day, year] = a.length > 2 ? [b, a] : [a, b];
  if (day === undefined || day.length > 2 || year?.length === 1 || year?.length === 3) return null;
  if (year === undefined) return datesInAnyYear(month, Number(day), today);
  const years = year.length === 4 ? [Number(year)] : yearsOf(Number(year), today);
  return years.flatMap((one) => dateOf(one, month, Number(day)));
}
