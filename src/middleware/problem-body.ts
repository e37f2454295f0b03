import { problemResult } from '../http/write-problem.ts';
import type { HttpMiddleware } from './http-exchange.ts';

/** Answers what was thrown with a problem body; what was not thrown on purpose loses its message. @see RFC 9457 */
export function problemBody(): HttpMiddleware {
  return {
    onError: (request) => {
      request.response = problemResult(request.error, request.context.exchange.correlationId);
    },
  };
}
