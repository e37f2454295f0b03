import { ExpressionError } from './errors.ts';
import { localeOf } from './readers/locale.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** @throws ExpressionError for what is no date; the value is not quoted, it may be a visitor's */
function dayOf(date: string): number {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(date) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms)) throw new ExpressionError('a text is no date: it must be written as 2025-01-31');
  return ms / dayMs;
}

function dateOf(day: number): string {
  const date = new Date(day * dayMs);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 || date.getUTCFullYear() < 0) {
    throw new ExpressionError('a date is out of range');
  }
  return date.toISOString().slice(0, 10);
}

/** `addDays("2025-01-31", 1)` is `"2025-02-01"`. @throws ExpressionError */
export const addDays = (date: string, days: number): string => dateOf(dayOf(date) + Math.trunc(days));

/** `daysBetween("2025-01-31", "2025-02-02")` is 2. @throws ExpressionError */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from);

/** `weekdayOf("2025-01-31")` is `"friday"`. @throws ExpressionError */
export const weekdayOf = (date: string): string => weekdays[(((dayOf(date) + 4) % 7) + 7) % 7] ?? '';

const styles = ['full', 'long', 'medium', 'short'] as const;

/**
 * A date as people of a language write it: `formatDate("2025-01-31", "long", "de")` is `"31. Januar 2025"`. What is no
 * language is taken for English, since visitors' clients may say anything.
 * @throws ExpressionError for what is no date, or no style
 */
export function formatDate(date: string, style: string, language: string): string {
  const dateStyle = styles.find((one) => one === style);
  if (!dateStyle) throw new ExpressionError(`the style of a date is none of ${styles.join(', ')}`);
  const options = { dateStyle, timeZone: 'UTC', calendar: 'gregory' } as const;
  return new Intl.DateTimeFormat(localeOf(language)?.baseName ?? 'en', options).format(dayOf(date) * dayMs);
}
