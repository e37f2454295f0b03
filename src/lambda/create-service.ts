import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { messagesQuery } from '../contract/admin/conversations.ts';
import { headers } from '../contract/headers.ts';
import { inWords, problemsOf } from '../contract/in-words.ts';
import { limits } from '../contract/limits.ts';
import { type ServiceAgent, serviceAgent, serviceMessage } from '../contract/service/messages.ts';
import { type ServiceRoute, serviceRoutes } from '../contract/service/routes.ts';
import { GatewayError, invalidBody, invalidHeader } from '../domain/errors.ts';
import type { StoredServiceKey } from '../domain/service-key.ts';
import { type HttpRequest, readJsonBody } from '../http/request.ts';
import type { HttpResult } from '../http/write-result.ts';
import {
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
  requestLog,
} from '../middleware/http-exchange.ts';
import { bounded, lambdaEntry } from '../middleware/lambda-entry.ts';
import type { Changer } from '../operations/admin/admin.ts';
import { audited } from '../operations/admin/audit.ts';
import { listMessages, type TranscriptPorts } from '../operations/admin/conversations/read-conversation.ts';
import { hashOf } from '../operations/derive-id.ts';
import { authenticateKey, type KeyPorts } from '../operations/service/authenticate-key.ts';
import { sendMessage } from '../operations/service/send-message.ts';
import type { VisitorPorts } from '../operations/service/visitor-of.ts';
import {
  answerOnce,
  type Exchange,
  pageReply,
  parameter,
  type Reply,
  readBody,
  readListQuery,
  readPath,
} from './admin/exchange.ts';
import { type InboxRoutesPorts, inboxRoutes } from './admin/inbox-routes.ts';
import { type AdminHandler, resultOf } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/**
 * Creates the function for systems with an API key. It is separate, since API Gateway doesn't authenticate its
 * requests.
 * @throws Error when a setting is missing
 * @see handoff.md 5
 */
export function createService(
  env: ports.Environment,
  replace: ports.Replacements<ServicePorts> = {},
): AdminHandler {
  return serveService(
    ports.portsOf<ServicePorts>(
      env,
      {
        ...ports.agentPorts,
        allowance: ports.requestAllowance,
        deliveries: ports.deliveries,
        keys: ports.keys,
        people: ports.people,
      },
      replace,
    ),
  );
}

/** What serving a system uses. */
type ServicePorts = ServiceRoutesPorts & Omit<KeyPorts, 'directory'>;

/**
 * Serves requests of systems with a service key: the key first, before anything else is read; then as a person of
 * the tenant is answered. No browser calls it, so there is no CORS.
 * @see handoff.md 5
 */
function serveService(parts: ServicePorts): AdminHandler {
  return bounded(
    lambdaEntry(
      (event: APIGatewayProxyEventV2, { exchange }: HttpContext) => answer(parts, event, exchange),
      [httpExchange(parts.nowMs, { 'cache-control': 'no-store' }), requestLog(parts.log), problemBody()],
    ),
  );
}

async function answer(
  ports: ServicePorts,
  event: APIGatewayProxyEventV2,
  exchange: HttpExchange,
): Promise<HttpResult> {
  const { request, correlationId } = exchange;
  const route = serviceRoutes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
  if (!route) throw new GatewayError('route_not_found');
  exchange.operation = route.operation;
  const { authorization, [headers.tenantId]: tenantId } = request.headers;
  const key = await authenticateKey(ports, { authorization, tenantId }, route.capability);
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

/** The request as a user's would be: the agent it names is the caller, under the key's own ID. */
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

/** What the routes for systems use. */
type ServiceRoutesPorts = InboxRoutesPorts & TranscriptPorts & VisitorPorts;

/** A request with a valid API key. */
type ServiceExchange = Exchange<ServiceRoutesPorts, Changer> & {
  /** The system's user who makes the request. */
  readonly agent: ServiceAgent | null;
};

/** Handles a system's route: the same as a console user's, or one of its own. */
function serveRoute({ inboxOperation, operation }: ServiceRoute, exchange: ServiceExchange): Promise<Reply> {
  if (inboxOperation) return inboxRoutes[inboxOperation](exchange);
  return operation === 'service-send-message' ? send(exchange) : messagesOf(exchange);
}

async function messagesOf(exchange: ServiceExchange): Promise<Reply> {
  const query = await readListQuery(exchange, messagesQuery);
  const named = {
    tenantId: exchange.caller.tenantId,
    conversationId: parameter(exchange, 'conversationId'),
  };
  return pageReply(exchange, query, await listMessages(exchange.admin, { ...named, ...query }));
}

/** @throws `invalid_header` without an idempotency key: a message that is sent twice is read twice */
async function send(exchange: ServiceExchange): Promise<Reply> {
  const { admin, caller, request, agent, triedSinceMs } = exchange;
  const key = request.headers['idempotency-key'];
  if (key === undefined) throw invalidHeader('Idempotency-Key is missing', 'missing_header');
  const message = readBody(exchange, serviceMessage);
  const { tenantId, correlationId, id, name } = caller;
  const resource =
    'conversationId' in message.to
      ? { kind: 'conversation', id: message.to.conversationId }
      : { kind: 'channel', id: `${message.to.channel}/${message.to.accountId}` };
  const change = { action: 'message.send', resource };
  const body = await audited(admin, caller, change, () =>
    sendMessage(admin, {
      ...{ tenantId, message, correlationId, triedSinceMs },
      agent: agent && { kind: 'service', id, name: name ?? id },
      turnIdIn: (conversationId) => `service-${hashOf('service', tenantId, conversationId, id, key)}`,
    }),
  );
  return { status: 201, body };
}

const withAgent = z.looseObject({ agent: z.optional(serviceAgent) });

/** @throws `invalid_body` */
function withoutAgent(request: HttpRequest): {
  readonly agent: ServiceAgent | null;
  readonly request: HttpRequest;
} {
  if (request.method !== 'POST') return { agent: null, request };
  const parsed = z.safeParse(withAgent, readJsonBody(request, limits.adminBodyBytes), { error: inWords });
  if (!parsed.success) throw invalidBody('the body is not what this route takes', problemsOf(parsed.error));
  const { agent, ...body } = parsed.data;
  if (!agent) return { agent: null, request };
  return { agent, request: { ...request, rawBody: Buffer.from(JSON.stringify(body)) } };
}
