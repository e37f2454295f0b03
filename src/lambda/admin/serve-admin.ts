import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { type AdminOperation, adminRoutes } from '../../contract/admin/routes.ts';
import { adminRequestHeaders } from '../../contract/cors-headers.ts';
import { headers } from '../../contract/headers.ts';
import { RouteNotFoundError } from '../../domain/errors.ts';
import { correlationIdOf } from '../../http/correlation-id.ts';
import { corsHeaders, preflightHeaders } from '../../http/cors.ts';
import { type HttpRequest, requestOf } from '../../http/request.ts';
import { problemResult } from '../../http/write-problem.ts';
import { csvResult, emptyResult, type HttpResult, jsonResult } from '../../http/write-result.ts';
import type { AdminCaller } from '../../operations/admin/admin.ts';
import { decide } from '../../operations/admin/decide.ts';
import { randomId } from '../../operations/derive-id.ts';
import type { Claims } from '../../operations/session/read-session.ts';
import { answerOnce } from './answer-once.ts';
import type { AdminFrame, Exchange, Reply } from './exchange.ts';

/** What serving a request takes. */
export interface AdminParts<Ports extends AdminFrame> {
  readonly admin: Ports;
  /** Where the admin application runs, when not at the API's own origin. */
  readonly adminOrigins: readonly string[];
}

/** What each of a function's routes does. */
export type AdminOperations<Ports extends AdminFrame> = Readonly<
  Partial<Record<AdminOperation, (exchange: Exchange<Ports>) => Promise<Reply>>>
>;

const preflightMethods = 'GET, POST, PUT, PATCH, DELETE';

/**
 * Answers a request of the admin API: who may, then what. API Gateway has found the route, and checked the token.
 * @see design 9
 */
export async function serveAdmin<Ports extends AdminFrame>(
  parts: AdminParts<Ports>,
  operations: AdminOperations<Ports>,
  event: APIGatewayProxyEventV2,
): Promise<HttpResult> {
  const request = requestOf(event);
  const correlationId = correlationIdOf(request, randomId);
  const origin = allowedOrigin(parts, request);
  const result =
    request.method === 'OPTIONS'
      ? emptyResult(204, preflightHeaders(origin, preflightMethods, adminRequestHeaders))
      : await answer(parts.admin, operations, { event, request, correlationId });
  return {
    ...result,
    headers: {
      ...corsHeaders(origin),
      'cache-control': 'no-store',
      ...result.headers,
      [headers.correlationId]: correlationId,
    },
  };
}

interface Asked {
  readonly event: APIGatewayProxyEventV2;
  readonly request: HttpRequest;
  readonly correlationId: string;
}

async function answer<Ports extends AdminFrame>(
  admin: Ports,
  operations: AdminOperations<Ports>,
  { event, request, correlationId }: Asked,
): Promise<HttpResult> {
  let caller: AdminCaller | null = null;
  let operation = 'unknown';
  const about = () => ({ operation, correlationId, tenantId: caller?.tenantId, userId: caller?.id });
  try {
    const route = adminRoutes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
    const serve = route && operations[route.operation];
    if (!serve) throw new RouteNotFoundError();
    operation = route.operation;
    caller = await decide(
      admin,
      {
        claims: claimsOf(event),
        tenantId: request.headers[headers.tenantId],
        sourceIp: request.sourceIp,
        correlationId,
      },
      route.capability,
    );
    const exchange = { admin, caller, request, operation, parameters: event.pathParameters ?? {} };
    const result = await answerOnce(exchange, async () => resultOf(await serve(exchange)));
    admin.log.info('an admin request is answered', { ...about(), status: result.statusCode });
    return result;
  } catch (error) {
    const problem = problemResult(error, correlationId);
    const fields = { ...about(), status: problem.statusCode };
    const reason = error instanceof Error ? error.name : 'unknown';
    if (problem.statusCode >= 500) admin.log.error('an admin request failed', error, fields);
    else admin.log.info('an admin request was refused', { ...fields, reason });
    return problem;
  }
}

/** A route's answer as it is sent, and as it is kept for whoever asks again. */
export function resultOf(reply: Reply): HttpResult & { readonly again?: string } {
  if (reply.status === 204) return emptyResult(204);
  if ('csv' in reply) return csvResult(reply.csv, reply.filename);
  const { status, body, etag, again } = reply;
  const result = jsonResult(status, JSON.stringify(body), etag === undefined ? {} : { etag });
  return again === undefined ? result : { ...result, again: JSON.stringify(again) };
}

/** The JWT authorizer puts them there; without one in front there are none, and nobody is let in. */
function claimsOf(event: APIGatewayProxyEventV2): Claims {
  const { authorizer }: Partial<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']> =
    event.requestContext;
  return authorizer?.jwt?.claims ?? {};
}

function allowedOrigin(
  { adminOrigins }: Pick<AdminParts<AdminFrame>, 'adminOrigins'>,
  { headers: given }: HttpRequest,
): string | null {
  return given.origin !== undefined && adminOrigins.includes(given.origin) ? given.origin : null;
}
