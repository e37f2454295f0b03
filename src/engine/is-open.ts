/** Opening hours by weekday: `{"monday": ["09:00-12:00", "13:00-18:00"]}`. */
export type WeekHours = { readonly [day: string]: unknown };

/** Whether a time of day lies within the hours of its weekday; the end is no longer open. */
export function isOpen(hours: WeekHours, now: { readonly [key: string]: unknown }): boolean {
  const { weekday, time } = now;
  const ranges = typeof weekday === 'string' && Object.hasOwn(hours, weekday) ? hours[weekday] : undefined;
  if (!Array.isArray(ranges) || typeof time !== 'string') return false;
  return ranges.some((range) => {
    const [from = '', to = ''] = String(range).split('-');
    return time >= from && time < to;
  });
}
