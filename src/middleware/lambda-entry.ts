import middy, { type MiddlewareObj } from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { withDeadline } from '../aws/clients.ts';
import { limits } from '../contract/limits.ts';

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

/**
 * Bounds an entry: its calls to AWS end a moment before its time is up, and none outlives it. It wraps the entry, since no
 * middleware can run what comes after it.
 * @see design 7
 */
export function bounded<Event, Result>(entry: LambdaEntry<Event, Result>): LambdaEntry<Event, Result> {
  return (event, context) =>
    withDeadline(context.getRemainingTimeInMillis() - limits.lastWordsMs, entry, event, context);
}

/**
 * Serves batches of a queue, within the deadline of the invocation around it. An error that is no record's fails the
 * invocation, which the function's alarm counts; middy's own middleware for this answers as if each record had failed.
 * @param serve resolves with the records that must come again
 */
export function batchEntry(
  serve: (event: SQSEvent, context: Context) => Promise<readonly SQSRecord[]>,
): LambdaEntry<SQSEvent, SQSBatchResponse> {
  const entry = lambdaEntry(serve, [partialBatch()]);
  return entry as LambdaEntry<SQSEvent, unknown> as LambdaEntry<SQSEvent, SQSBatchResponse>;
}

/** Answers with the ids of the records that the handler returns, which the queue then delivers again. */
function partialBatch(): MiddlewareObj<SQSEvent, SQSBatchResponse | readonly SQSRecord[]> {
  return {
    after: (request) => {
      const failed = Array.isArray(request.response) ? request.response : [];
      request.response = {
        batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
      };
    },
  };
}
