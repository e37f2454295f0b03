import { ExpressionError } from './errors.ts';

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
