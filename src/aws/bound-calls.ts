import { AsyncLocalStorage } from 'node:async_hooks';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Patience } from '../ports/patience.ts';

interface Bound {
  /** By the process's own monotonic clock, milliseconds. */
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
  /** The bounds inside it, which end with it: also those whose work is done, since a call of theirs may be under way. */
  readonly inside: Set<AbortController>;
  /** Calls of the outermost bound that have not ended. */
  readonly underWay: Set<Promise<unknown>>;
}

const bounds = new AsyncLocalStorage<Bound>();
/** Made once: an invocation ends by it, and where an error is made takes longer to tell than to sign a call. */
const ended = new DOMException('the bound has ended', 'AbortError');

/** A bound on calls to AWS that has begun. */
export interface CallBound {
  /** Runs what makes the calls, as often as there is something to run. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Aborts what is under way, and waits for its end. */
  end(): Promise<void>;
}

/**
 * Begins a bound: every call to AWS made by what it runs ends within the time and within any bound around it. What is under
 * way then is aborted, since a Lambda whose time is up is frozen, not ended. For the same reason nothing outlives the
 * outermost bound: calls that nobody waits for any more, since another one beside them failed, are aborted with its end.
 * @see design 7
 */
export function beginBound(leftMs: number): CallBound {
  const outer = bounds.getStore();
  const endsAtMs = Math.min(performance.now() + leftMs, outer?.endsAtMs ?? Number.POSITIVE_INFINITY);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), Math.max(0, endsAtMs - performance.now()));
  const { signal } = ending;
  if (outer?.signal.aborted) ending.abort(outer.signal.reason);
  outer?.inside.add(ending);
  const inside = new Set<AbortController>();
  // One listener for all of them: to add another one, a signal looks through those that it has.
  const endInside = () => {
    for (const each of inside) each.abort(signal.reason);
  };
  signal.addEventListener('abort', endInside, { once: true });
  const underWay = outer?.underWay ?? new Set();
  return {
    run: (work) => bounds.run({ endsAtMs, signal, inside, underWay }, work),
    async end() {
      clearTimeout(timer);
      // Also when nothing is under way: what begins a call later must not.
      if (!outer) ending.abort(ended);
      while (!outer && underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/** Runs `work` within a bound of its own. @see beginBound */
export async function boundCalls<T>(leftMs: number, work: () => Promise<T>): Promise<T> {
  const bound = beginBound(leftMs);
  try {
    return await bound.run(work);
  } finally {
    await bound.end();
  }
}

/** Has the bound around the caller wait for the end of a call, its pauses between attempts included. */
export async function boundCall<T>(call: Promise<T>): Promise<T> {
  const underWay = bounds.getStore()?.underWay;
  underWay?.add(call);
  try {
    return await call;
  } finally {
    underWay?.delete(call);
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
    within: (ms, work, as = 'scaled') =>
      boundCalls(as === 'exactly' ? ms : ms * factor, async () => {
        const { promise: late, reject } = Promise.withResolvers<never>();
        const giveUp = () => reject(new TemporarilyUnavailableError({ cause: new Error(`waited ${ms} ms`) }));
        const ending = callsEnding();
        ending?.addEventListener('abort', giveUp, { once: true });
        try {
          return await Promise.race([work(), late]);
        } finally {
          ending?.removeEventListener('abort', giveUp);
        }
      }),
  };
}
