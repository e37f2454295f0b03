import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { headers } from '../../contract/headers.ts';
import { faultsOf, inWords } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { type ServiceAgent, serviceAgent } from '../../contract/service/messages.ts';
import { type ServiceRoute, serviceRoutes } from '../../contract/service/routes.ts';
import { InvalidBodyError, RouteNotFoundError } from '../../domain/errors.ts';
import type { StoredServiceKey } from '../../domain/service-key.ts';
import { readJsonBody } from '../../http/read-json-body.ts';
import type { HttpRequest } from '../../http/request.ts';
import type { HttpResult } from '../../http/write-result.ts';
import { deadline } from '../../middleware/deadline.ts';
import {
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
} from '../../middleware/http-exchange.ts';
import { lambdaEntry } from '../../middleware/lambda-entry.ts';
import { requestLog } from '../../middleware/request-log.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { type KeyPorts, letKeyIn } from '../../operations/service/let-key-in.ts';
import { answerOnce } from '../admin/answer-once.ts';
import { readPath } from '../admin/exchange.ts';
import { type AdminHandler, resultOf } from '../admin/serve-admin.ts';
import { type ServiceExchange, type ServiceRoutesPorts, serveRoute } from './service-routes.ts';

/** What serving a system takes. */
export type ServicePorts = ServiceRoutesPorts & Omit<KeyPorts, 'directory'>;

/**
 * Serves requests of systems with a service key: the key first, before anything else is read; then as a person of
 * the tenant is answered. No browser calls it, so there is no CORS.
 * @see handoff.md 5
 */
export function serveService(ports: ServicePorts): AdminHandler {
  return lambdaEntry(
    (event: APIGatewayProxyEventV2, { calls, exchange }: HttpContext) =>
      calls.run(() => answer(ports, event, exchange)),
    [
      deadline(),
      httpExchange(ports.nowMs, { 'cache-control': 'no-store' }),
      requestLog(ports.log),
      problemBody(),
    ],
  );
}

async function answer(
  ports: ServicePorts,
  event: APIGatewayProxyEventV2,
  exchange: HttpExchange,
): Promise<HttpResult> {
  const { request, correlationId } = exchange;
  const route = serviceRoutes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
  if (!route) throw new RouteNotFoundError();
  exchange.operation = route.operation;
  const { authorization, [headers.tenantId]: tenantId } = request.headers;
  const key = await letKeyIn(ports, { authorization, tenantId }, route.capability);
  exchange.fields = { tenantId: key.tenantId, keyId: key.id };
  const asked = exchangeOf(ports, { route, key, request, correlationId, event });
  return answerOnce(asked, async (triedSinceMs) =>
    resultOf(await serveRoute(route, { ...asked, triedSinceMs })),
  );
}

interface Asked {
  readonly event: APIGatewayProxyEventV2;
  readonly request: HttpRequest;
  readonly correlationId: string;
}

/** The request as a person's would be: whom it names as its agent is who asks, under the key's own id. */
function exchangeOf(
  admin: ServicePorts,
  {
    route,
    key,
    request: given,
    correlationId,
    event,
  }: Asked & { readonly route: ServiceRoute; readonly key: StoredServiceKey },
): ServiceExchange {
  const parameters = readPath(route.path, event.pathParameters);
  const { agent, request } = withoutAgent(given);
  const caller: Changer = {
    id: agent?.id === undefined ? key.id : `${key.id}:${agent.id}`,
    email: null,
    role: 'service',
    tenantId: key.tenantId,
    homeTenantId: key.tenantId,
    sourceIp: request.sourceIp,
    correlationId,
    name: agent?.name ?? key.name,
  };
  const { operation } = route;
  return { admin, caller, request, operation, parameters, agent };
}

const withAgent = z.looseObject({ agent: z.optional(serviceAgent) });

/** @throws InvalidBodyError */
function withoutAgent(request: HttpRequest): {
  readonly agent: ServiceAgent | null;
  readonly request: HttpRequest;
} {
  if (request.method !== 'POST') return { agent: null, request };
  const parsed = z.safeParse(withAgent, readJsonBody(request, limits.adminBodyBytes), { error: inWords });
  if (!parsed.success)
    throw new InvalidBodyError('the body is not what this route takes', faultsOf(parsed.error));
  const { agent, ...body } = parsed.data;
  if (!agent) return { agent: null, request };
  return { agent, request: { ...request, rawBody: Buffer.from(JSON.stringify(body)) } };
}
