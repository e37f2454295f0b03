import { weekdays } from '../../contract/weekdays.ts';
import { offsetAt } from './local-time.ts';
import { slotMs, slotOf } from './slots.ts';

/** Opening hours by weekday: `{"monday": ["09:00-12:00", "13:00-18:00"]}`. */
export type OpeningHours = Readonly<Record<string, readonly string[] | undefined>>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How much of a stretch of time lies within opening hours on a zone's clocks, whatever is done to those in it. */
export function openMs(hours: OpeningHours, timeZone: string, fromMs: number, toMs: number): number {
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
