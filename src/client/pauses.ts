/** How a wait is done; tests pass one that does not take time. */
export type Pause = (ms: number, signal?: AbortSignal | null) => Promise<void>;

/**
 * Waits.
 * @throws the signal's reason when it is aborted meanwhile
 */
export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

const firstMs = 250;
const longestMs = 20_000;

/** How long to wait before a repeat: anything up to twice as long each time, so that many clients don't come at once. */
export const backoffMs = (repeat: number, random: () => number = Math.random): number =>
  random() * Math.min(longestMs, firstMs * 2 ** repeat);

/** What `Retry-After` asks for, in seconds or as a date; null where it says nothing. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const asked = headers.get('retry-after');
  if (asked === null) return null;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
