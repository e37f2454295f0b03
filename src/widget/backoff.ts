const firstMs = 1_000;
const longestMs = 30_000;
const longestRetryAfterMs = 10 * 60_000;

/**
 * Returns the delay after consecutive failures: exponential, half of it random, so that clients don't return
 * together.
 */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return fullMs / 2 + (random() * fullMs) / 2;
}

/** Parses a `Retry-After` header; null without a valid one. @see RFC 9110, 10.2.3 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (!header) return null;
  const waitMs = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(longestRetryAfterMs, Math.max(0, waitMs)) : null;
}
