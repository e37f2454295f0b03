import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { headers } from '../../contract/headers.ts';
import { faultsOf, inWords } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { type ServiceAgent, serviceAgent } from '../../contract/service/messages.ts';
import { type ServiceRoute, serviceRoutes } from '../../contract/service/routes.ts';
import { InvalidBodyError, RouteNotFoundError } from '../../domain/errors.ts';
import type { StoredServiceKey } from '../../domain/service-key.ts';
import { correlationIdOf } from '../../http/correlation-id.ts';
import { readJsonBody } from '../../http/read-json-body.ts';
import { type HttpRequest, requestOf } from '../../http/request.ts';
import { problemResult } from '../../http/write-problem.ts';
import type { HttpResult } from '../../http/write-result.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { randomId } from '../../operations/derive-id.ts';
import { type KeyPorts, letKeyIn } from '../../operations/service/let-key-in.ts';
import { answerOnce } from '../admin/answer-once.ts';
import { resultOf } from '../admin/serve-admin.ts';
import { type ServiceExchange, type ServiceRoutesPorts, serveRoute } from './service-routes.ts';

/** What serving a system takes. */
export type ServicePorts = ServiceRoutesPorts & Omit<KeyPorts, 'directory'>;

/**
 * Answers a request of a system with a service key: the key first, before anything else is read; then as a person of
 * the tenant is answered. No browser calls it, so there is no CORS.
 * @see handoff.md 5
 */
export async function serveService(ports: ServicePorts, event: APIGatewayProxyEventV2): Promise<HttpResult> {
  const request = requestOf(event);
  const correlationId = correlationIdOf(request, randomId);
  const result = await answer(ports, { event, request, correlationId });
  return {
    ...result,
    headers: { 'cache-control': 'no-store', ...result.headers, [headers.correlationId]: correlationId },
  };
}

interface Asked {
  readonly event: APIGatewayProxyEventV2;
  readonly request: HttpRequest;
  readonly correlationId: string;
}

async function answer(ports: ServicePorts, { event, request, correlationId }: Asked): Promise<HttpResult> {
  const route = serviceRoutes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
  let key: StoredServiceKey | null = null;
  const about = () => ({
    operation: route?.operation ?? 'unknown',
    correlationId,
    tenantId: key?.tenantId,
    keyId: key?.id,
  });
  try {
    if (!route) throw new RouteNotFoundError();
    const { authorization, [headers.tenantId]: tenantId } = request.headers;
    key = await letKeyIn(ports, { authorization, tenantId }, route.capability);
    const exchange = exchangeOf(ports, { route, key, request, correlationId, event });
    const result = await answerOnce(exchange, async () => resultOf(await serveRoute(route, exchange)));
    ports.log.info('a request of a system is answered', { ...about(), status: result.statusCode });
    return result;
  } catch (error) {
    const problem = problemResult(error, correlationId);
    const fields = { ...about(), status: problem.statusCode };
    const reason = error instanceof Error ? error.name : 'unknown';
    if (problem.statusCode >= 500) ports.log.error('a request of a system failed', error, fields);
    else ports.log.info('a request of a system was refused', { ...fields, reason });
    return problem;
  }
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
  return { admin, caller, request, operation, parameters: event.pathParameters ?? {}, agent };
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
