import {
  isServerError,
  isThrottlingError,
  isTransientError,
  StandardRetryStrategy,
} from '@smithy/core/retry';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import type { FinalizeHandler, InitializeHandler, SdkError } from '@smithy/types';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import { boundCall, callsEnding, callTimeLeftMs } from './bound-calls.ts';

/** What the SDK's clients send their requests with. */
export type RequestHandler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;

const attempts = 3;
const firstRetryMs = 100;
/** No attempt is begun that has less than this left. */
const shortestAttemptMs = 20;

/** A handler each of whose requests ends with the bound around it, and after `attemptMs` at the latest. */
export function boundedHandler(inner: RequestHandler, attemptMs: number): RequestHandler {
  return {
    destroy: () => inner.destroy(),
    handle(request, options = {}) {
      const leftMs = callTimeLeftMs();
      if (leftMs < shortestAttemptMs) return Promise.reject(outOfTime());
      const signals = [options.abortSignal, callsEnding()].filter((signal) => signal instanceof AbortSignal);
      const [abortSignal = null] = signals.length > 1 ? [AbortSignal.any(signals)] : signals;
      return inner.handle(request, {
        ...options,
        requestTimeout: Math.min(attemptMs, Math.ceil(leftMs)),
        ...(abortSignal && { abortSignal }),
      });
    },
  };
}

/** Three attempts with short pauses, none of which outlasts the bound around the call. */
export function boundedRetries(random: () => number = Math.random): StandardRetryStrategy {
  return new BoundedRetries(random);
}

class BoundedRetries extends StandardRetryStrategy {
  constructor(random: () => number) {
    super({
      maxAttempts: attempts,
      backoff: {
        setDelayBase: () => undefined,
        computeNextBackoffDelay: (retries) => random() * firstRetryMs * 2 ** retries,
      },
    });
  }

  override refreshRetryTokenForRetry(
    ...failed: Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>
  ): ReturnType<StandardRetryStrategy['refreshRetryTokenForRetry']> {
    // The SDK then throws what the last attempt failed with.
    if (callTimeLeftMs() < firstRetryMs) return Promise.reject(outOfTime());
    return super.refreshRetryTokenForRetry(...failed);
  }
}

/** Middleware that has a client say in one word that its service throttles, fails, or can't be reached in time. */
export function sayUnavailable<Input extends object, Output extends object>(
  next: InitializeHandler<Input, Output>,
): InitializeHandler<Input, Output> {
  return async (args) => {
    try {
      return await boundCall(next(args));
    } catch (error) {
      if (!isUnavailable(error as SdkError)) throw error;
      throw new TemporarilyUnavailableError({ cause: error });
    }
  };
}

/** Where middleware stands that sees each attempt of a call. */
export const eachAttempt = { step: 'finalizeRequest', name: 'sentOnce', priority: 'low' } as const;

/** Middleware that has a command sent once, however often its client tries. */
export function sentOnce<Input extends object, Output extends object>(
  next: FinalizeHandler<Input, Output>,
): FinalizeHandler<Input, Output> {
  return async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (!isUnavailable(error as SdkError)) throw error;
      // The SDK takes it for called off, and tries no more.
      throw Object.assign(new Error('not sent again', { cause: error }), { name: 'AbortError' });
    }
  };
}

/** Not what a condition refused, nor what a permission or a malformed call would. */
function isUnavailable(error: SdkError): boolean {
  return (
    error.name === 'AbortError' || isThrottlingError(error) || isTransientError(error) || isServerError(error)
  );
}

function outOfTime(): Error {
  return Object.assign(new Error('no time is left for this call'), { name: 'AbortError' });
}
