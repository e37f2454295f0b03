import { randomBytes } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { KnownCaller } from '../channels/webchat-http/verify.ts';
import { headers, securityHeaders } from '../contract/headers.ts';
import { type HttpRequest, requestOf } from '../http/request.ts';
import { corsHeaders, type HttpResult, problemResult } from '../http/write-result.ts';
import type { Log } from '../ports/observability.ts';

/** A request, and what becomes known of it while it is served. */
export interface HttpExchange {
  readonly request: HttpRequest;
  /** The caller's own if it is well formed. */
  readonly correlationId: string;
  readonly receivedAtMs: number;
  /** The operation in the route table; `unknown` for an unknown route. */
  operation: string;
  /** Fields for the request's line of the log: never what was in it. */
  fields: Readonly<Record<string, string | undefined>>;
  /** The caller, in web chat. */
  readonly caller: KnownCaller;
}

/** The context of an invocation that is an HTTP request. */
export interface HttpContext extends Context {
  readonly exchange: HttpExchange;
}

/** A middleware of a function that serves HTTP. */
export type HttpMiddleware<More = object> = MiddlewareObj<
  APIGatewayProxyEventV2,
  HttpResult,
  Error,
  HttpContext & More
>;

const correlationBytes = 18;

/**
 * Parses the request, and adds the correlation ID and security headers to every response.
 * @param standard default headers of each response
 * @see design 2.6
 */
export function httpExchange(
  nowMs: () => number,
  standard: Readonly<Record<string, string>> = {},
): HttpMiddleware {
  const complete: HttpMiddleware['after'] = (request) => {
    const { response, context } = request;
    if (!response) return;
    const { correlationId, request: given } = context.exchange;
    request.response = {
      ...response,
      body: given.method === 'HEAD' ? '' : response.body,
      headers: {
        ...securityHeaders,
        ...standard,
        ...response.headers,
        [headers.correlationId]: correlationId,
      },
    };
  };
  return {
    before: (given) => {
      const request = requestOf(given.event);
      const sent = request.headers[headers.correlationId] ?? '';
      const isWellFormed = /^[A-Za-z0-9._:-]{1,128}$/.test(sent);
      const exchange: HttpExchange = {
        request,
        correlationId: isWellFormed ? sent : randomBytes(correlationBytes).toString('base64url'),
        receivedAtMs: nowMs(),
        operation: 'unknown',
        fields: {},
        caller: {},
      };
      given.context = { ...given.context, exchange };
    },
    after: complete,
    onError: complete,
  };
}

/** Answers what was thrown with a problem body; what was not thrown on purpose loses its message. @see RFC 9457 */
export function problemBody(): HttpMiddleware {
  return {
    onError: (request) => {
      request.response = problemResult(request.error, request.context.exchange.correlationId);
    },
  };
}

/** Lets a console of these origins read the answer, problems too, where it does not run at the API's own. @see design 2.6 */
export const consoleCors = (origins: readonly string[]): HttpMiddleware =>
  cors((request) => consoleOrigin(origins, request.headers));

/** Lets a page of this origin read the answer, problems too; null: no page. */
export function cors(originOf: (request: HttpRequest) => string | null): HttpMiddleware {
  const allow: HttpMiddleware['after'] = (request) => {
    const { response, context } = request;
    if (!response) return;
    const origin = originOf(context.exchange.request);
    request.response = { ...response, headers: { ...corsHeaders(origin), ...response.headers } };
  };
  return { after: allow, onError: allow };
}

/** The origin of a request if it is one of these. */
export function consoleOrigin(
  origins: readonly string[],
  { origin }: Readonly<Record<string, string | undefined>>,
): string | null {
  return origin !== undefined && origins.includes(origin) ? origin : null;
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
