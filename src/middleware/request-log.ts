import type { MiddlewareObj } from '@middy/core';
import { beginLine, endLine } from '../aws/cloudwatch-log.ts';
import type { Log } from '../ports/observability.ts';
import type { HttpMiddleware } from './http-exchange.ts';

/** Gives a request one line of the log. The middlewares behind it and the handler run in the context that it enters. */
export function logLine(): MiddlewareObj {
  return { before: beginLine, after: endLine, onError: endLine };
}

/** Logs each request once: that it was answered, refused or failed, with `exchange.fields`. */
export function requestLog(log: Log): HttpMiddleware {
  return {
    after: ({ context: { exchange }, response }) => {
      const { operation, correlationId, fields } = exchange;
      log.info('a request is answered', {
        ...{ operation, correlationId, ...fields },
        status: response?.statusCode,
      });
    },
    onError: ({ context: { exchange }, response, error }) => {
      const { operation, correlationId, fields } = exchange;
      const about = { operation, correlationId, ...fields, status: response?.statusCode };
      if ((response?.statusCode ?? 500) >= 500) log.error('a request failed', error, about);
      else
        log.info('a request was refused', {
          ...about,
          reason: error instanceof Error ? error.name : 'unknown',
        });
    },
  };
}
