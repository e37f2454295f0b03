import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { beginDeadline, type CallDeadline } from '../aws/clients.ts';
import { limits } from '../contract/limits.ts';

/** The context of an invocation whose calls to AWS have a deadline. */
export interface DeadlineContext extends Context {
  readonly calls: CallDeadline;
}

/**
 * Bounds an invocation: its calls to AWS end a moment before its time is up, and none outlives it. The handler runs its
 * work by `context.calls.run`, since a middleware can't wrap what comes after it.
 * @see design 7
 */
export function deadline(): MiddlewareObj<unknown, unknown, Error, DeadlineContext> {
  return {
    before: (request) => {
      const calls = beginDeadline(request.context.getRemainingTimeInMillis() - limits.lastWordsMs);
      request.context = { ...request.context, calls };
    },
    after: ({ context }) => context.calls.end(),
    onError: ({ context }) => context.calls.end(),
  };
}
