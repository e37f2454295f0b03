import type { Json } from './interfaces.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The present time on a zone's clock, as flows see it:
 * `{"date": "2025-01-31", "time": "14:05", "weekday": "friday", "year": 2025, "month": 1, "day": 31, "hour": 14, "minute": 5}`.
 * @throws RangeError for a zone that is none
 */
export function nowIn(timeZone: string, nowMs: number): { readonly [key: string]: Json } {
  const format = formats.get(timeZone) ?? create(timeZone);
  const parts = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = parts;
  return {
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    weekday: weekday.toLowerCase(),
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  };
}

/** Formats are dear to make and cheap to keep: a few zones, however many tenants. */
function create(timeZone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
