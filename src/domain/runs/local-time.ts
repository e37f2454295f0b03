import type { WeekHours } from '../../contract/handoff-settings.ts';
import { weekdays } from '../../contract/weekdays.ts';
import { slotMs, slotOf } from './cells.ts';

const hourMs = 60 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const number = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, ...number, ...time });
  formats.set(timeZone, format);
  return format;
}

/** Returns a time zone's UTC offset at a time. */
export function offsetAt(timeZone: string, timeMs: number): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(timeMs / 1000) * 1000;
}

/** An hour on a zone's clocks: of the two that are called alike in autumn each is one. */
export interface LocalHour {
  /** The start of the day, or where it would be without a clock change. */
  readonly startMs: number;
  /** Its quarters, which are fewer than four in an hour that the clocks leave out a part of. */
  readonly slots: readonly number[];
  /** `2026-10-25` */
  readonly date: string;
  /** `2026-10-25T02:00:00+02:00` */
  readonly at: string;
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
}

/** The hour that a time lies in. */
export function hourOf(timeZone: string, timeMs: number): LocalHour {
  const offset = offsetAt(timeZone, slotOf(timeMs));
  const localMs = Math.floor((slotOf(timeMs) + offset) / hourMs) * hourMs;
  const startMs = localMs - offset;
  const slots = [0, 1, 2, 3]
    .map((n) => startMs + n * slotMs)
    .filter((slot) => offsetAt(timeZone, slot) === offset);
  const local = new Date(localMs);
  return {
    startMs,
    slots,
    date: local.toISOString().slice(0, 10),
    at: `${local.toISOString().slice(0, 19)}${written(offset)}`,
    weekday: ((local.getUTCDay() + 6) % 7) + 1,
    hour: local.getUTCHours(),
  };
}

function written(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The hour of a row that is stored by where it begins. */
export const hourStartingAt = (timeZone: string, startMs: number): LocalHour =>
  hourOf(timeZone, startMs + 3 * slotMs);

/** When a day begins on a zone's clocks. */
export function dayStart(timeZone: string, date: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Clocks that are changed at midnight begin the day at one, or know midnight twice.
  for (let at = midnight - 15 * hourMs; ; at += slotMs) if (hourOf(timeZone, at).date >= date) return at;
}

/** A date so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);

/** The hours of a range of days, in their order. */
export function hoursOf(timeZone: string, from: string, to: string): readonly LocalHour[] {
  const endMs = dayStart(timeZone, addDays(to, 1));
  const hours: LocalHour[] = [];
  for (let at = dayStart(timeZone, from); at < endMs; ) {
    const hour = hourOf(timeZone, at);
    hours.push(hour);
    at = (hour.slots.at(-1) ?? at) + slotMs;
  }
  return hours;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns how much of a time range is within opening hours in a time zone, clock changes included. */
export function openMs(hours: WeekHours, timeZone: string, fromMs: number, toMs: number): number {
  const open = weekdays.map((day) => minutesOf(hours[day] ?? []));
  let sum = 0;
  // A quarter of an hour is the least that clocks are put forward or back by, and at.
  for (let slot = slotOf(fromMs); slot < toMs; slot += slotMs) {
    const offset = offsetAt(timeZone, slot);
    for (let at = slot; at < slot + slotMs; at += minuteMs) {
      const local = new Date(at + offset);
      const minute = Math.floor((local.getTime() % dayMs) / minuteMs);
      // Dates count from Sunday, the names from Monday.
      if (open[(local.getUTCDay() + 6) % 7]?.has(minute))
        sum += Math.max(0, Math.min(at + minuteMs, toMs) - Math.max(at, fromMs));
    }
  }
  return sum;
}

/** The minutes of a day in which it is open: ranges may lie upon each other. */
function minutesOf(ranges: readonly string[]): ReadonlySet<number> {
  const minutes = ranges.flatMap((range) => {
    const [from = 0, to = 0] = range.split('-').map(minuteOf);
    return Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);
  });
  return new Set(minutes);
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return 60 * hour + minute;
}
