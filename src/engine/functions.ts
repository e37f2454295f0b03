import { limits } from '../contract/limits.ts';
import { readLanguage } from '../contract/text-identity.ts';
import { type CostOfCall, libraryFunctions } from './cost/library-functions.ts';
import { scalar, textOf as textSize } from './cost/size.ts';
import { addDays, daysBetween, formatDate, weekdayOf } from './date-functions.ts';
import { ExpressionError } from './errors.ts';
import { textOf } from './expression-values.ts';
import type { Json } from './interfaces.ts';
import { compileRegex, largestRegexWork } from './linear-regex.ts';

/** A function of the flow language that CEL does not have: what it does, and what it takes. */
export interface FlowFunction {
  /** As CEL declares it: `name(string, string): bool`, or with a receiver `string.name(): string`. */
  readonly signature: string;
  run(...args: readonly never[]): unknown;
  /**
   * What a call takes and how large its result can be, by the sizes of its arguments (a receiver is the first).
   * It may be more than the truth, never less: `test/engine/cost.long.test.ts` tries.
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

/** Whether a time of day lies within the hours of its weekday; the end is no longer open. */
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
    const options = { minimumFractionDigits: count, maximumFractionDigits: count };
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

const costs: ReadonlyMap<string, CostOfCall> = new Map([
  ...Object.entries(libraryFunctions),
  ...flowFunctions.map(({ signature, cost }) => [nameOf(signature), cost] as const),
]);

/** What calls of a function take; null for one that nobody may call. */
export function costOfCall(name: string): CostOfCall | null {
  return costs.get(name) ?? null;
}

/** The name of a function by its signature. */
export function nameOf(signature: string): string {
  return /(?:^|\.)(\w+)\(/.exec(signature)?.[1] ?? signature;
}
