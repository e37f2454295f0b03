import type { MiddlewareObj } from '@middy/core';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type LambdaEntry, lambdaEntry } from './lambda-entry.ts';

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
