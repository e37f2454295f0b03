import type { Log } from '../ports/observability.ts';
import type { HttpMiddleware } from './http-exchange.ts';

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
