import { problemAddress } from '../contract/docs.ts';
import { corsExposedHeaders, corsRequestHeaders } from '../contract/headers.ts';
import { problemTitles } from '../contract/problem.ts';
import type { Problem } from '../contract/problem-body.ts';
import { GatewayError } from '../domain/errors.ts';

/** A result of payload format 2.0. */
export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** JSON, ready to send. */
export function jsonResult(
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResult {
  return {
    statusCode,
    headers: { 'cache-control': 'no-store', ...headers, 'content-type': 'application/json; charset=utf-8' },
    body,
  };
}

/** A page of its own: nothing runs on it, and nobody frames it. */
export function htmlResult(statusCode: number, body: string): HttpResult {
  return {
    statusCode,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      // The address holds a token.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    body,
  };
}

/** A table, to be kept as a file. */
export function csvResult(body: string, filename: string): HttpResult {
  return {
    statusCode: 200,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body,
  };
}

/** No content. */
export function emptyResult(statusCode: number, headers: Readonly<Record<string, string>> = {}): HttpResult {
  return { statusCode, headers, body: '' };
}

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
    // A browser or proxy may cache a 404 by default.
    headers: { 'cache-control': 'no-store', ...known?.headers, 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  };
}

const preflightCacheS = 600;

/** CORS headers of a response to a caller whose origin is allowed; only `Vary` otherwise. @see design 2.2, 2.6 */
export function corsHeaders(allowedOrigin: string | null): Record<string, string> {
  if (allowedOrigin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': allowedOrigin,
    'access-control-expose-headers': corsExposedHeaders.join(', '),
  };
}

/** The answer to a preflight: what a browser may send. */
export function preflightHeaders(
  allowedOrigin: string | null,
  methods: string,
  requestHeaders: readonly string[] = corsRequestHeaders,
): Record<string, string> {
  if (allowedOrigin === null) return corsHeaders(null);
  return {
    ...corsHeaders(allowedOrigin),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-methods': `${methods}, OPTIONS`,
    'access-control-allow-headers': requestHeaders.join(', '),
    'access-control-max-age': String(preflightCacheS),
  };
}
