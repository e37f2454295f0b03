import type { ProviderAnswer } from '../channel.ts';

const defaultMs = 2_000;
const maxMs = 15 * 60_000;

/** How long a provider asks to wait: seconds or a date. @see RFC 9110 section 10.2.3 */
export function retryAfterMs({ headers }: ProviderAnswer, nowMs: number): number {
  const wanted = headers['retry-after']?.trim();
  if (wanted === undefined) return defaultMs;
  const ms = /^\d+$/.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - nowMs;
  return Number.isNaN(ms) ? defaultMs : Math.min(Math.max(ms, 0), maxMs);
}

/** Whether the same call may succeed later. @see RFC 9110 section 15.5.9, 15.6, RFC 6585 section 4 */
export function isPassing({ status }: ProviderAnswer): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The body as JSON; undefined when it is none. */
export function readAnswerBody({ body }: ProviderAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
