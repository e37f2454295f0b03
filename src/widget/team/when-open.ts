import { type Weekday, weekdays } from '../../contract/weekdays.ts';

/** Ranges of the day by weekday, as the gateway publishes them: what isn't one is left out. */
export type OpeningHours = { readonly [day in Weekday]?: unknown };

/** The current state, and when it changes. */
export interface Standing {
  readonly isOpen: boolean;
  readonly untilMs: number;
}

/** Minutes of a week that begins on Monday. */
type Range = readonly [from: number, to: number];

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;
const minuteMs = 60_000;
const names: readonly (string | undefined)[] = weekdays;

/**
 * Whether agents are available, and until when; null if that never changes.
 * @throws RangeError for a time zone that the browser doesn't know
 */
export function whenOpen(hours: OpeningHours, timeZone: string, nowMs: number): Standing | null {
  const ranges = rangesOf(hours);
  const clock = weekClock(timeZone);
  const now = clock(nowMs);
  // Repeated after the end of the week, where a night may continue.
  const twice = joined([
    ...ranges,
    ...ranges.map(([from, to]) => [from + weekMinutes, to + weekMinutes] as const),
  ]);
  const current = twice.find(([from, to]) => from <= now && now < to);
  const change = current ? current[1] : twice.find(([from]) => from > now)?.[0];
  if (change === undefined || change - now > weekMinutes) return null;
  const guessMs = Math.floor(nowMs / minuteMs + change - now) * minuteMs;
  const left = (ms: number) => ((change - clock(ms) + 9.5 * weekMinutes) % weekMinutes) - weekMinutes / 2;
  // Clocks may be put forward or back until then.
  let untilMs = guessMs + left(guessMs) * minuteMs;
  // A time that they skip is over when they are put forward.
  while (left(untilMs) > 0) untilMs += minuteMs;
  return { isOpen: current !== undefined, untilMs };
}

function rangesOf(hours: OpeningHours): readonly Range[] {
  return weekdays.flatMap((day, n) => {
    const opening = hours[day];
    return (Array.isArray(opening) ? opening : []).flatMap((range) => {
      const [from, to] = String(range)
        .split('-')
        .map((time) => n * dayMinutes + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
      return from !== undefined && to !== undefined && from < to ? [[from, to] as const] : [];
    });
  });
}

/** In their order, those that meet as one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}

/** Returns a zone's local time as minutes of the week. */
function weekClock(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...{ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const day = names.indexOf(parts.get('weekday')?.toLowerCase());
    return day * dayMinutes + Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  };
}
