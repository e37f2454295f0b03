/** Caches the last value: messages of one body mostly have the same second. */
let last: { readonly of: string | number; readonly at: string | null } = { of: '', at: timeOf('') };

/** A provider's epoch seconds as ISO 8601 UTC; null for what is no time. */
export function providerTime(epochSeconds: string | number | undefined): string | null {
  if (epochSeconds === undefined) return null;
  if (last.of !== epochSeconds) last = { of: epochSeconds, at: timeOf(epochSeconds) };
  return last.at;
}

function timeOf(epochSeconds: string | number): string | null {
  const time = new Date(Number(epochSeconds) * 1000);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
