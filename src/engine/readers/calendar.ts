import { addDays, weekdayOf } from '../functions.ts';

/** The range of dates of birth and bookings. */
const firstYear = 1900;
const lastYear = 2200;
/** So many years ahead a year of two digits is meant to be, and at most may be. */
const [surelyAhead, perhapsAhead] = [10, 30];

/** `2025-01-31` as a list of one; empty for a day that there is not. */
export function dateOf(year: number, month: number, day: number): string[] {
  if (year < firstYear || year > lastYear) return [];
  const date = new Date(Date.UTC(year, month - 1, day));
  // 31 February would be 3 March.
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? [date.toISOString().slice(0, 10)] : [];
}

/** The years that two digits may stand for: 26 is 2026, 85 is 1985, and 45 may be either. */
export function yearsOf(twoDigits: number, today: string): number[] {
  const now = Number(today.slice(0, 4));
  const ahead = now - (now % 100) + twoDigits;
  if (ahead <= now + surelyAhead) return [ahead];
  return ahead <= now + perhapsAhead ? [ahead, ahead - 100] : [ahead - 100];
}

/** The next such day and the last one. */
export function datesInAnyYear(month: number, day: number, today: string): string[] {
  const now = Number(today.slice(0, 4));
  // There are at most eight years between two 29 February.
  const around = Array.from({ length: 17 }, (_, n) => dateOf(now - 8 + n, month, day)).flat();
  return [around.find((date) => date >= today), around.findLast((date) => date < today)].flatMap(
    (date) => date ?? [],
  );
}

/** The first `friday` after today. */
export function nextWeekday(weekday: string, today: string): string {
  const coming = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days));
  return coming.find((date) => weekdayOf(date) === weekday) ?? today;
}
