import { AsyncLocalStorage } from 'node:async_hooks';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Patience } from '../ports/patience.ts';

interface Bound {
  /** By the process's own monotonic clock, milliseconds. */
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
}

const bounds = new AsyncLocalStorage<Bound>();

/**
 * Runs `work`, all of whose calls to AWS end within the time and within any bound around it: what is under way then is
 * aborted, since a Lambda whose time is up is frozen, not ended.
 * @see design 7
 */
export async function boundCalls<T>(leftMs: number, work: () => Promise<T>): Promise<T> {
  const outer = bounds.getStore();
  const endsAtMs = Math.min(performance.now() + leftMs, outer?.endsAtMs ?? Number.POSITIVE_INFINITY);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), Math.max(0, endsAtMs - performance.now()));
  try {
    return await bounds.run({ endsAtMs, signal: ending.signal }, work);
  } finally {
    clearTimeout(timer);
  }
}

/** What is left for calls here and now; infinite outside of any bound. */
export function callTimeLeftMs(): number {
  const bound = bounds.getStore();
  return bound ? bound.endsAtMs - performance.now() : Number.POSITIVE_INFINITY;
}

/** Aborts with the bound around the caller; undefined outside of any. */
export function callsEnding(): AbortSignal | undefined {
  return bounds.getStore()?.signal;
}

/**
 * Patience whose end aborts the calls to AWS.
 * @param factor how much slower than AWS the services may be
 */
export function awsPatience(factor: number): Patience {
  return {
    within: (ms, work) =>
      boundCalls(ms * factor, () => {
        const { promise: late, reject } = Promise.withResolvers<never>();
        const giveUp = () => reject(new TemporarilyUnavailableError({ cause: new Error(`waited ${ms} ms`) }));
        callsEnding()?.addEventListener('abort', giveUp, { once: true });
        return Promise.race([work(), late]);
      }),
  };
}
