const firstMs = 1_000;
const longestMs = 30_000;
const longestRetryAfterMs = 10 * 60_000;

/** How long to wait after so many failures in a row: exponential, half of it random, so that clients don't return together. */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return fullMs / 2 + (random() * fullMs) / 2;
}

/** What a `Retry-After` header asks for; null without a readable one. @see RFC 9110, 10.2.3 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (!header) return null;
  const waitMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(longestRetryAfterMs, Math.max(0, waitMs)) : null;
}
