import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { type AdminOperation, adminRoutes } from '../../contract/admin/routes.ts';
import { adminRequestHeaders, headers } from '../../contract/headers.ts';
import { GatewayError } from '../../domain/errors.ts';
import {
  csvResult,
  emptyResult,
  type HttpResult,
  jsonResult,
  preflightHeaders,
} from '../../http/write-result.ts';
import {
  consoleCors,
  consoleOrigin,
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
  requestLog,
} from '../../middleware/http-exchange.ts';
import { bounded, type LambdaEntry, lambdaEntry } from '../../middleware/lambda-entry.ts';
import { decide } from '../../operations/admin/admin.ts';
import type { Claims } from '../../operations/session/read-session.ts';
import { adminOriginsOf, type Environment } from '../ports.ts';
import {
  type AdminFrame,
  type Answered,
  answerOnce,
  type Exchange,
  type Reply,
  readPath,
} from './exchange.ts';

/** The handlers of a function's routes. */
export type AdminOperations<Ports extends AdminFrame> = Readonly<
  Partial<Record<AdminOperation, (exchange: Exchange<Ports>) => Promise<Reply>>>
>;

/** The first reads of routes, by operation, started concurrently with the claim of the idempotency key. */
export type AdminPreloads<Ports extends AdminFrame> = Readonly<
  Partial<Record<AdminOperation, (exchange: Exchange<Ports>) => Promise<unknown>>>
>;

const preflightMethods = 'GET, POST, PUT, PATCH, DELETE';

/** The Lambda handler of the admin API, or of a part of it. */
export type AdminHandler = LambdaEntry<APIGatewayProxyEventV2, HttpResult>;

/**
 * Serves requests of the admin API: who may, then what. API Gateway has found the route, and checked the token.
 * @see design 9
 */
export function serveAdmin<Ports extends AdminFrame>(
  env: Environment,
  admin: Ports,
  operations: AdminOperations<Ports>,
  preloads: AdminPreloads<Ports> = {},
): AdminHandler {
  const adminOrigins = adminOriginsOf(env);
  return bounded(
    lambdaEntry(
      async (event: APIGatewayProxyEventV2, { exchange }: HttpContext) => {
        const { request } = exchange;
        if (request.method !== 'OPTIONS') return answer(admin, { operations, preloads }, event, exchange);
        const origin = consoleOrigin(adminOrigins, request.headers);
        return emptyResult(204, preflightHeaders(origin, preflightMethods, adminRequestHeaders));
      },
      [
        httpExchange(admin.nowMs, { 'cache-control': 'no-store' }),
        consoleCors(adminOrigins),
        requestLog(admin.log),
        problemBody(),
      ],
    ),
  );
}

interface Served<Ports extends AdminFrame> {
  readonly operations: AdminOperations<Ports>;
  readonly preloads: AdminPreloads<Ports>;
}

async function answer<Ports extends AdminFrame>(
  admin: Ports,
  { operations, preloads }: Served<Ports>,
  event: APIGatewayProxyEventV2,
  exchange: HttpExchange,
): Promise<HttpResult> {
  const { request, correlationId } = exchange;
  const route = adminRoutes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
  const serve = route && operations[route.operation];
  if (!serve) throw new GatewayError('route_not_found');
  const { operation, capability } = route;
  exchange.operation = operation;
  const { headers: given, sourceIp } = request;
  const claimed = { claims: claimsOf(event), tenantId: given[headers.tenantId], sourceIp, correlationId };
  const caller = await decide(admin, claimed, capability);
  exchange.fields = { tenantId: caller.tenantId, userId: caller.id };
  const parameters = readPath(route.path, event.pathParameters);
  const asked = { admin, caller, request, operation, parameters };
  const preloaded = preloads[operation]?.(asked);
  // A failure is thrown where the result is used.
  preloaded?.catch(() => undefined);
  return answerOnce(asked, async (triedSinceMs) =>
    resultOf(await serve({ ...asked, triedSinceMs, preloaded })),
  );
}

/** A route's answer as sent, and as stored for repeated requests. */
export function resultOf(reply: Reply): Answered {
  if (reply.status === 204) return emptyResult(204);
  if ('csv' in reply) return csvResult(reply.csv, reply.filename);
  const { status, body, etag, again, beside } = reply;
  const result = jsonResult(status, JSON.stringify(body), etag === undefined ? {} : { etag });
  return { ...result, beside, ...(again !== undefined && { again: JSON.stringify(again) }) };
}

/** Set by the JWT authorizer; without them, access is denied. */
function claimsOf(event: APIGatewayProxyEventV2): Claims {
  const { authorizer }: Partial<APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']> =
    event.requestContext;
  return authorizer?.jwt?.claims ?? {};
}
