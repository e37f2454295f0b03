import { problemAddress } from '../contract/docs.ts';
import type { Problem } from '../contract/problem.ts';
import { GatewayError } from '../domain/errors.ts';
import type { HttpResult } from './write-result.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/**
 * The one place where an error becomes a status; what was not thrown on purpose loses its message.
 * @see design 2.6, RFC 9457
 */
export function problemResult(error: unknown, correlationId: string): HttpResult {
  const known = error instanceof GatewayError ? error : null;
  const status = known?.status ?? 500;
  const code = known?.code ?? 'internal_error';
  const problem: Problem = {
    type: problemAddress(code),
    title: titles[status] ?? 'Error',
    status,
    detail: known?.message ?? 'the gateway failed; send the request again',
    code,
    correlationId,
    ...(known?.errors && { errors: known.errors }),
    ...known?.members,
  };
  return {
    statusCode: status,
    // A 404 may be kept by a browser or a proxy unless told otherwise.
    headers: { 'cache-control': 'no-store', ...known?.headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  };
}
