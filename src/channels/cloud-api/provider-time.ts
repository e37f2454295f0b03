/** A provider's epoch seconds as ISO 8601 UTC; null for what is no time. */
export function providerTime(epochSeconds: string | number | undefined): string | null {
  const time = new Date(Number(epochSeconds ?? Number.NaN) * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
