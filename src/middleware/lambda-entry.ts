import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';

/** A handler that Lambda, and the local stack, calls. */
export type LambdaEntry<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * A middy handler. Its `before`s run in the order given, `after`s and `onError`s in reverse. middy's own early timeout is
 * off, since `bounded` leaves time to answer; and its types, which would have a caller bring what middlewares add to the
 * context, are set right here.
 */
export function lambdaEntry<Event, Result, Added extends Context = Context>(
  handler: (event: Event, context: Added) => Promise<Result>,
  // biome-ignore lint/suspicious/noExplicitAny: each middleware sees its own part of the context, as middy types it
  middlewares: readonly MiddlewareObj<any, any, Error, any>[],
): LambdaEntry<Event, Result> {
  const entry = middy<Event, Result, Error, Added>(handler, { timeoutEarlyInMillis: 0 });
  return entry.use([...middlewares]) as LambdaEntry<Event, Result>;
}
