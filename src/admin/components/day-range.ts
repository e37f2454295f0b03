/** Days as `2026-05-01`, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The number of days of each preset, including today. */
const presets: Readonly<Record<string, number>> = { today: 1, '7': 7, '30': 30, '90': 90 };

/** The day that it is in a zone, or on the user's clock: `2026-05-01`. */
export function dayIn(zone: string | undefined, atMs: number): string {
  // This locale writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(atMs);
}

/** A day so many days later. */
export function dayAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** The range of a preset that ends today; null for what is no preset. */
export function presetRange(preset: string, today: string): Range | null {
  const days = Object.hasOwn(presets, preset) ? presets[preset] : undefined;
  return days === undefined ? null : { from: dayAfter(today, 1 - days), to: today };
}

/** The times of the range that an address names, on the user's clock; none where it names none. */
export function timesIn(search: URLSearchParams) {
  const preset = presetRange(search.get('range') ?? '', dayIn(undefined, Date.now()));
  const { from, to } = preset ?? { from: search.get('from'), to: search.get('to') };
  return { from: startOf(from, 0) ?? undefined, to: startOf(to, 1) ?? undefined };
}

/** The beginning of a day on the user's clock, or of the one after it; null for what is no day. */
function startOf(day: string | null, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
