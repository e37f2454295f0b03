import { problemAddress } from '../contract/docs.ts';
import { problemTitles } from '../contract/problem.ts';
import type { Problem } from '../contract/problem-body.ts';
import { GatewayError } from '../domain/errors.ts';
import type { HttpResult } from './write-result.ts';

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
    title: problemTitles[status] ?? 'Error',
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
