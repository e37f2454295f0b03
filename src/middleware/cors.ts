import { corsHeaders, type HttpResult } from '../http/write-result.ts';
import type { HttpContext, HttpMiddleware } from './http-exchange.ts';

/**
 * Lets a page of an allowed origin read the answer, problems too.
 * @param readerOf the origin that may; null for none, undefined where no browser asks
 * @see design 2.2, 2.6
 */
export function cors(
  readerOf: (context: HttpContext, response: HttpResult) => Promise<string | null | undefined>,
): HttpMiddleware {
  const allow: HttpMiddleware['after'] = async (request) => {
    const { response, context } = request;
    if (!response) return;
    const origin = await readerOf(context, response);
    if (origin === undefined) return;
    request.response = { ...response, headers: { ...corsHeaders(origin), ...response.headers } };
  };
  return { after: allow, onError: allow };
}

/** For a console of these origins, where it does not run at the API's own. */
export function consoleCors(origins: readonly string[]): HttpMiddleware {
  return cors(async ({ exchange }) => consoleOrigin(origins, exchange.request.headers));
}

/** The origin of a request if it is one of these. */
export function consoleOrigin(
  origins: readonly string[],
  { origin }: Readonly<Record<string, string | undefined>>,
): string | null {
  return origin !== undefined && origins.includes(origin) ? origin : null;
}
