/** The beginning of a day on the user's clock, or of the one after it; null for what is no day. */
export function startOf(day: string | null, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (year === undefined) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
