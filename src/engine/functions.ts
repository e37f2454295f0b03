import { limits } from '../contract/limits.ts';
import { readLanguage } from '../contract/text-identity.ts';
import { ExpressionError } from './errors.ts';
import { textOf } from './expression-values.ts';
import type { Json } from './interfaces.ts';
import { compileRegex, largestRegexWork } from './linear-regex.ts';
import { localeOf } from './readers/locale.ts';
import { type Cost, listOf, type Size, scalar, textOf as textSize } from './size.ts';

/** The cost of a call without its arguments. A method's receiver is the first argument. */
export type CostOfCall = (...args: readonly Size[]) => Cost;

/** A function of the flow language that CEL does not have: what it does, and what it takes. */
export interface FlowFunction {
  /** The CEL signature: `name(string, string): bool`, or with a receiver `string.name(): string`. */
  readonly signature: string;
  run(...args: readonly never[]): unknown;
  /**
   * The maximum cost of a call and size of its result, by the sizes of its arguments (a receiver is the first). It
   * may overestimate but never underestimate, which `test/engine/cost.long.test.ts` checks.
   */
  readonly cost: CostOfCall;
  /** For authors: what it gives. */
  readonly about: string;
  /** An expression that uses it, and its value. */
  readonly example: readonly [expression: string, value: Json];
}

/** CEL's whole numbers are another type than those of JSON. */
const asNumber = (value: bigint | number) => Number(value);
const asText = (value: unknown) => textOf((typeof value === 'bigint' ? Number(value) : value) as Json);
const short =
  (work: number): CostOfCall =>
  () => ({ work, size: scalar });
/** A date that is read, calculated with and written. */
const date: CostOfCall = (text = scalar) => ({ work: 200 + text.chars, size: textSize(10) });
const joined: CostOfCall = (list = scalar, separator = scalar) => {
  // An entry that is no text is written as JSON, whose marks and escapes may be longer than what they mark.
  const chars = 6 * list.text + 32 * list.nodes + list.items * separator.chars;
  return { work: 20 + 20 * list.nodes + chars, size: textSize(chars) };
};
const replaced: CostOfCall = (text = scalar, part = scalar, by = scalar) => {
  const length = typeof part.value === 'string' ? Math.max(1, part.value.length) : 1;
  const chars = text.chars + (1 + text.chars / length) * by.chars;
  return { work: 20 + 2 * chars + (text.chars * part.chars) / 32, size: textSize(chars) };
};
const formatted: CostOfCall = () => ({ work: 60_000, size: textSize(64) });

/** Every function beyond CEL's own, its cost beside it. Overloads of one name have one cost. */
export const flowFunctions: readonly FlowFunction[] = [
  {
    signature: 'matches(string, string): bool',
    run: (text: string, pattern: string) => {
      if (text.length > limits.textChars) throw new ExpressionError('matches is given too long a text');
      return compileRegex(pattern).finds(text);
    },
    cost: (text = scalar, pattern = scalar) => ({
      work: largestRegexWork(pattern, Math.min(text.chars, limits.textChars)),
      size: scalar,
    }),
    about: 'whether a part of a text matches a regular expression',
    example: ['matches("order 1001", "[0-9]+")', true],
  },
  {
    signature: 'join(list, string): string',
    run: (list: readonly unknown[], separator: string) => list.map(asText).join(separator),
    cost: joined,
    about: 'the entries of a list joined as text, whatever their types',
    example: ['join([1, "two"], ", ")', '1, two'],
  },
  {
    signature: 'replace(string, string, string): string',
    run: (text: string, part: string, by: string) => text.replaceAll(part, () => by),
    cost: replaced,
    about: 'a text with every occurrence of a substring replaced',
    example: ['replace("1.001.000", ".", " ")', '1 001 000'],
  },
  ...formats(),
  {
    signature: 'addDays(string, int): string',
    run: (from: string, days: bigint) => addDays(from, asNumber(days)),
    cost: date,
    about: 'a date plus or minus a number of days',
    example: ['addDays("2025-01-31", 1)', '2025-02-01'],
  },
  {
    signature: 'addDays(string, double): string',
    run: addDays,
    cost: date,
    about: 'the same with a number from a variable',
    example: ['addDays("2025-03-01", -1.0)', '2025-02-28'],
  },
  {
    signature: 'daysBetween(string, string): double',
    run: daysBetween,
    cost: short(400),
    about: 'the number of days from one date to another',
    example: ['daysBetween("2025-01-31", "2025-02-02")', 2],
  },
  {
    signature: 'weekdayOf(string): string',
    run: weekdayOf,
    cost: date,
    about: 'the weekday of a date',
    example: ['weekdayOf("2025-01-31")', 'friday'],
  },
  {
    signature: 'formatDate(string, string, string): string',
    run: formatDate,
    cost: formatted,
    about:
      'a date formatted for a language: `full`, `long`, `medium` or `short`; in English when the language is missing',
    example: ['formatDate("2025-01-31", "long", "de")', '31. Januar 2025'],
  },
  {
    signature: 'isOpen(map, map): bool',
    run: isOpen as (hours: WeekHours, now: { readonly [key: string]: unknown }) => boolean,
    cost: (hours = scalar) => ({ work: 100 + 10 * hours.nodes + hours.text, size: scalar }),
    about: 'whether `now` is within opening hours by weekday',
    example: ['isOpen({"friday": ["09:00-18:00"]}, {"weekday": "friday", "time": "12:30"})', true],
  },
];

/** Opening hours by weekday: `{"monday": ["09:00-12:00", "13:00-18:00"]}`. */
type WeekHours = { readonly [day: string]: unknown };

/** Whether a time of day is within its weekday's opening hours. The end is exclusive. */
export function isOpen(hours: WeekHours, now: { readonly [key: string]: unknown }): boolean {
  const { weekday, time } = now;
  const ranges = typeof weekday === 'string' && Object.hasOwn(hours, weekday) ? hours[weekday] : undefined;
  if (!Array.isArray(ranges) || typeof time !== 'string') return false;
  return ranges.some((range) => {
    const [from = '', to = ''] = String(range).split('-');
    return time >= from && time < to;
  });
}

/** `format(1234.5, 2)`: with so many digits after the point; in a language, with its marks. */
function formats(): FlowFunction[] {
  const write = (value: bigint | number, digits: bigint | number, language?: unknown) => {
    const count = Math.min(10, Math.max(0, Math.trunc(Number(digits)) || 0));
    const options = {
      ...{ minimumFractionDigits: count, maximumFractionDigits: count },
      // Not -0.
      signDisplay: 'negative',
    } as const;
    return new Intl.NumberFormat(readLanguage(language) ?? 'en-u-nu-latn', options).format(value);
  };
  return ['int', 'double'].flatMap((value) =>
    ['int', 'double'].flatMap((digits): FlowFunction[] => [
      {
        signature: `format(${value}, ${digits}): string`,
        run: write,
        cost: formatted,
        about: 'a number as text with a fixed number of decimals',
        example: value === 'int' ? ['format(1234, 2)', '1,234.00'] : ['format(1234.5, 2)', '1,234.50'],
      },
      {
        signature: `format(${value}, ${digits}, string): string`,
        run: write,
        cost: formatted,
        about: 'the same, formatted for a language; as above when the language is missing',
        example:
          value === 'int' ? ['format(1234, 0, "de")', '1.234'] : ['format(1234.5, 2, "de")', '1.234,50'],
      },
    ]),
  );
}

/** Looking for one text in another: the engine's own search can be made to look at each pair of characters. */
const search: CostOfCall = (text = scalar, part = scalar) => ({
  work: text.chars + part.chars + (text.chars * part.chars) / 20,
  size: scalar,
});

/** Other letters can be longer: one `ß` becomes `SS`, some characters three. */
const changeCase: CostOfCall = (text = scalar) => ({ work: text.chars, size: textSize(3 * text.chars) });

const convert: CostOfCall = (value = scalar) => ({ work: 20 + value.chars, size: scalar });

/** Some digits of the longest number: 2 to the power of 1024. */
const numberChars = 350;

/** A part of a date in a named time zone: the runtime builds a calendar for each call. */
const partOfDate: CostOfCall = (_date, zone) => ({
  work: zone === undefined ? 40 : 12_000 + zone.chars,
  size: scalar,
});

/**
 * CEL's own functions. One that is not listed can't be called, since its cost is unknown.
 * @see https://github.com/google/cel-spec/blob/master/doc/langdef.md
 */
const libraryFunctions: Readonly<Record<string, CostOfCall>> = {
  size: (value = scalar) => ({ work: 5 + value.chars + 6 * value.keys, size: scalar }),
  type: short(10),
  dyn: (value = scalar) => ({ work: 5, size: value }),
  bool: convert,
  int: convert,
  uint: convert,
  double: convert,
  string: (value = scalar) => ({
    work: 40 + 2 * value.chars,
    size: textSize(Math.max(value.chars, numberChars)),
  }),
  bytes: (text = scalar) => ({ work: 20 + text.chars, size: textSize(3 * text.chars) }),
  hex: (bytes = scalar) => ({ work: 20 + 2 * bytes.chars, size: textSize(2 * bytes.chars) }),
  base64: (bytes = scalar) => ({ work: 20 + 2 * bytes.chars, size: textSize(2 * bytes.chars + 4) }),
  at: short(10),
  startsWith: (text = scalar, part = scalar) => ({ work: (text.chars + part.chars) / 4, size: scalar }),
  endsWith: (text = scalar, part = scalar) => ({ work: (text.chars + part.chars) / 4, size: scalar }),
  contains: search,
  indexOf: search,
  lastIndexOf: search,
  lowerAscii: changeCase,
  upperAscii: changeCase,
  trim: (text = scalar) => ({ work: text.chars, size: textSize(text.chars) }),
  substring: (text = scalar) => ({ work: 10 + text.chars / 4, size: textSize(text.chars) }),
  split: (text = scalar, separator = scalar) => {
    const length = typeof separator.value === 'string' ? separator.value.length : 0;
    const items = 1 + text.chars / Math.max(1, length);
    const found = { ...listOf(items, textSize(text.chars)), text: text.chars };
    return { work: 2 * text.chars + 8 * items + (text.chars * separator.chars) / 20, size: found };
  },
  join: (list = scalar, separator = scalar) => {
    const chars = list.text + list.items * separator.chars;
    return { work: 8 * list.items + chars / 2, size: textSize(chars) };
  },
  timestamp: (value = scalar) => ({ work: 100 + value.chars, size: scalar }),
  // The library's pattern for it tries every way to divide a row of digits.
  duration: ({ chars } = scalar) => ({ work: 100 + 10 * chars + chars ** 3 / 12, size: scalar }),
  getDate: partOfDate,
  getDayOfMonth: partOfDate,
  getDayOfWeek: partOfDate,
  getDayOfYear: partOfDate,
  getFullYear: partOfDate,
  getHours: partOfDate,
  getMilliseconds: partOfDate,
  getMinutes: partOfDate,
  getMonth: partOfDate,
  getSeconds: partOfDate,
};

/** The cost formulas by function name. A function without one can't be called. */
export const costsOfCalls: ReadonlyMap<string, CostOfCall> = new Map([
  ...Object.entries(libraryFunctions),
  ...flowFunctions.map(({ signature, cost }) => [nameOf(signature), cost] as const),
]);

/** The name of a function by its signature. */
export function nameOf(signature: string): string {
  return /(?:^|\.)(\w+)\(/.exec(signature)?.[1] ?? signature;
}

const dayMs = 24 * 60 * 60 * 1000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** @throws ExpressionError for what is no date; the value is not quoted, it may be a visitor's */
function dayOf(date: string): number {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(date) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  // 30 February would be 2 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day)
    throw new ExpressionError('a text is no date: it must be written as 2025-01-31');
  return ms / dayMs;
}

function writtenDay(day: number): string {
  const date = new Date(day * dayMs);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw new ExpressionError('a date is out of range');
  }
  return date.toISOString().slice(0, 10);
}

/** `addDays("2025-01-31", 1)` is `"2025-02-01"`. @throws ExpressionError */
export function addDays(date: string, days: number): string {
  return writtenDay(dayOf(date) + Math.trunc(days));
}

/** `daysBetween("2025-01-31", "2025-02-02")` is 2. @throws ExpressionError */
function daysBetween(from: string, to: string): number {
  return dayOf(to) - dayOf(from);
}

/** `weekdayOf("2025-01-31")` is `"friday"`. @throws ExpressionError */
export function weekdayOf(date: string): string {
  return weekdays[(((dayOf(date) + 4) % 7) + 7) % 7] ?? '';
}

const styles = ['full', 'long', 'medium', 'short'] as const;

/**
 * A date as people of a language write it: `formatDate("2025-01-31", "long", "de")` is `"31. Januar 2025"`. What is no
 * language is taken for English, since visitors' clients may say anything.
 * @throws ExpressionError for what is no date, or no style
 */
function formatDate(date: string, style: string, language: string): string {
  const dateStyle = styles.find((one) => one === style);
  if (!dateStyle) throw new ExpressionError(`the style of a date is none of ${styles.join(', ')}`);
  const options = { dateStyle, timeZone: 'UTC', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(localeOf(language)?.baseName ?? 'en', options).format(dayOf(date) * dayMs);
}
