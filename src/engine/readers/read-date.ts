import { weekdayOf } from '../functions.ts';
import { normalizeTyped, withoutFrame } from '../typed-text.ts';
import { dateOf, datesInAnyYear, yearsOf } from './calendar.ts';
import { dateInWords, weekdayCalled } from './date-words.ts';
import { type Conventions, localeOf, type Visitor } from './locale.ts';
import { type Reading, readingOf, unreadable } from './reading.ts';

/** A date in figures or words, read as `2025-01-31`; what may be several days is each of them. */
export async function readDate(text: string, visitor: Visitor, conventions: Conventions): Promise<Reading> {
  const written = withoutFrame(normalizeTyped(text)).replace(/(?<=\d{4}\.?) ?[rг]\.?$|[.,]$/, '');
  const language = localeOf(visitor.language)?.language;
  const [, weekday = '', figures = ''] =
    /^(\p{L}[\p{L}-]*)[.,]* (?:den |the |le |el )?(\d.*)$/u.exec(written) ?? [];
  const behind = datesInFigures(figures, conventions, visitor.today);
  // Only then: building the names of all languages takes a while.
  const onDay = behind && weekdayCalled(weekday, language);
  const dates =
    datesInFigures(written, conventions, visitor.today) ??
    (onDay ? behind?.filter((date) => weekdayOf(date) === onDay) : null) ??
    (await dateInWords(written, language, visitor.today));
  if (dates === null) return unreadable;
  return dates.length === 0 ? { kind: 'problem', problem: 'noSuchDate' } : readingOf(dates);
}

/** Whether the answer to a phone number question is a date. */
export const isDateInFigures = (written: string, today: string): boolean =>
  withYear.some(({ pattern }) => pattern.test(written)) &&
  (datesInFigures(written, { dateOrder: null, yearFirst: false, shortOrder: null }, today) ?? []).length > 0;

type Order = Pick<Conventions, 'dateOrder' | 'yearFirst' | 'shortOrder'>;

/** The days that figures may stand for: none where no calendar has it; null for what is no date in figures. */
function datesInFigures(written: string, order: Order, today: string): string[] | null {
  for (const { pattern, read } of [...withYear, ...withoutYear]) {
    const [, ...figures] = pattern.exec(written) ?? [];
    if (figures.length > 0) return [...new Set(read(figures.map(Number), orderOf(written, order), today))];
  }
  return null;
}

/** In dates with full stops the day comes first, unless the locale puts the year first. */
function orderOf(written: string, order: Order): Order {
  if (!written.includes('.') || order.yearFirst) return order;
  return { ...order, dateOrder: order.dateOrder === 'mdy' ? null : 'dmy' };
}

interface Form {
  readonly pattern: RegExp;
  readonly read: (figures: readonly number[], order: Order, today: string) => string[];
}

const withYear: readonly Form[] = [
  {
    pattern: /^(\d{4}) ?[./年년 -] ?(\d{1,2}) ?[./月월 -] ?(\d{1,2}) ?[日일]?$/,
    read: ([year = 0, month = 0, day = 0]) => dateOf(year, month, day),
  },
  {
    pattern: /^(\d{1,2}) ?[./ -] ?(\d{1,2}) ?[./ -] ?(\d{4})$/,
    read: ([a = 0, b = 0, year = 0], { dateOrder }) =>
      inOrder(a, b, dateOrder).flatMap(([day, month]) => dateOf(year, month, day)),
  },
  {
    pattern: /^(\d{1,2}) ?[./ -] ?(\d{1,2}) ?[./ -] ?(\d{1,2})$/,
    read: ([a = 0, b = 0, c = 0], { dateOrder, yearFirst }, today) =>
      yearFirst
        ? yearsOf(a, today).flatMap((year) => dateOf(year, b, c))
        : inOrder(a, b, dateOrder).flatMap(([day, month]) =>
            yearsOf(c, today).flatMap((year) => dateOf(year, month, day)),
          ),
  },
  {
    pattern: /^(\d{2})(\d{2})(\d{2})(\d{2})$/,
    read: ([a = 0, b = 0, c = 0, d = 0], { dateOrder }) => [
      ...dateOf(100 * a + b, c, d),
      ...inOrder(a, b, dateOrder).flatMap(([day, month]) => dateOf(100 * c + d, month, day)),
    ],
  },
];

const withoutYear: readonly Form[] = [
  {
    pattern: /^(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]?$/,
    read: ([month = 0, day = 0], _, today) => datesInAnyYear(month, day, today),
  },
  {
    pattern: /^(\d{1,2}) ?[./] ?(\d{1,2})$/,
    read: ([a = 0, b = 0], { dateOrder, yearFirst, shortOrder }, today) =>
      inOrder(a, b, dateOrder ?? (yearFirst ? shortOrder : null)).flatMap(([day, month]) =>
        datesInAnyYear(month, day, today),
      ),
  },
];

/** Day and month; in both orders where the order is not known, unless one of them is no month. */
function inOrder(a: number, b: number, order: Order['dateOrder']): (readonly [day: number, month: number])[] {
  const dayFirst = [a, b] as const;
  const monthFirst = [b, a] as const;
  if (b > 12) return [monthFirst];
  if (a > 12 || order === 'dmy') return [dayFirst];
  return order === 'mdy' ? [monthFirst] : [dayFirst, monthFirst];
}
