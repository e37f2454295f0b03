import { corsExposedHeaders, corsRequestHeaders } from '../contract/cors-headers.ts';

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
