import type { ProviderAnswer } from '../channel.ts';

/** The minimum delay, even if a provider that rejects says "at once". */
const minMs = 1_000;
const maxMs = 60 * 60_000;

/** Returns the provider's `Retry-After`, in seconds or until a date; null if absent. @see RFC 9110 section 10.2.3 */
export function retryAfterMs({ headers }: ProviderAnswer, nowMs: number): number | null {
  const wanted = headers['retry-after']?.trim();
  if (wanted === undefined) return null;
  const ms = /^\d+$/.test(wanted) ? Number(wanted) * 1000 : Date.parse(wanted) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, minMs), maxMs);
}

/** Whether the same call may succeed later. @see RFC 9110 section 15.5.9, 15.6, RFC 6585 section 4 */
export function isPassing({ status }: ProviderAnswer): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Who must wait after a rejection: a rate limit or a `Retry-After` applies to the whole account. */
export function concernOf({ status }: ProviderAnswer, afterMs: number | null): 'account' | 'unclear' {
  return status === 429 || afterMs !== null ? 'account' : 'unclear';
}

/** Whether the HTTP status means that the request was accepted. */
export function isSuccess({ status }: ProviderAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A provider's API does not redirect: only a new `base_url` fixes it. */
export function isRedirect({ status }: ProviderAnswer): boolean {
  return status >= 300 && status < 400;
}

/** The body as JSON; undefined when it is none. */
export function readAnswerBody({ body }: ProviderAnswer): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
