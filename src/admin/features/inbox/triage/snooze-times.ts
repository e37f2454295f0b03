const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** When a working day begins. */
const morning = '09:00';

/** What a zone's clocks show at a time, as if they were UTC's. */
function shownAtMs(zone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}Z`);
}

/** Returns the time at which a zone's clocks show a date and a time: `2026-11-19`, `09:00`. */
export function timeInZone(zone: string, date: string, time: string): number {
  const wantedMs = Date.parse(`${date}T${time}Z`);
  let atMs = wantedMs;
  // The second step corrects for a change of the clocks in between.
  for (let step = 0; step < 2; step += 1) atMs += wantedMs - shownAtMs(zone, atMs);
  return atMs;
}

/** Returns what a zone's clocks show, as a field for date and time takes it: `2026-11-19T09:00`. */
export const shownInZone = (zone: string, atMs: number): string =>
  new Date(shownAtMs(zone, atMs)).toISOString().slice(0, 16);

export type SnoozePreset = 'laterToday' | 'tomorrow' | 'nextMonday';

/** The usual times to snooze until, on the clocks of a zone; `laterToday` only while there are three hours left of it. */
export function snoozePresets(zone: string, nowMs: number): readonly (readonly [SnoozePreset, number])[] {
  const today = shownAtMs(zone, nowMs);
  const dateIn = (days: number) => new Date(today + days * dayMs).toISOString().slice(0, 10);
  const laterMs = Math.ceil((nowMs + 3 * hourMs) / hourMs) * hourMs;
  const toMonday = (8 - new Date(today).getUTCDay()) % 7 || 7;
  const later = shownInZone(zone, laterMs).startsWith(dateIn(0)) ? [['laterToday', laterMs] as const] : [];
  return [
    ...later,
    ['tomorrow', timeInZone(zone, dateIn(1), morning)],
    ['nextMonday', timeInZone(zone, dateIn(toMonday), morning)],
  ];
}
