import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { originAllowed, originCandidates } from '../channels/checks/origin.ts';
import type { KnownCaller } from '../channels/webchat-http/verify.ts';
import type { AdminOperation } from '../contract/admin/routes.ts';
import { limits } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { Route, StrategyName } from '../contract/routes.ts';
import type { ServiceOperation } from '../contract/service/routes.ts';
import { identifier } from '../contract/vocabulary.ts';
import { GatewayError, isProblem, StaleConfigurationError } from '../domain/errors.ts';
import { type FoundRoute, findRoute } from '../http/find-route.ts';
import type { HttpRequest } from '../http/request.ts';
import type { HttpResult } from '../http/write-result.ts';
import {
  cors,
  type HttpContext,
  type HttpExchange,
  httpExchange,
  problemBody,
} from '../middleware/http-exchange.ts';
import { lambdaEntry } from '../middleware/lambda-entry.ts';
import { logLine } from '../middleware/request-log.ts';
import type { VisitorGateway } from '../operations/gateway.ts';
import { writeRefusals } from '../operations/web-chat/count-refusal.ts';
import { isOfVisitor, visitorReport } from './visitor-report.ts';

/**
 * Serves web chat and webhooks over HTTP; every refusal and failure becomes a problem body here.
 * @see design 2.6
 */
export function serveHttp<G extends VisitorGateway>(gateway: G, strategies: readonly ServedStrategy<G>[]) {
  const served = new Map(strategies.map(({ name, operations }) => [name, operations]));
  const answer = async (_event: APIGatewayProxyEventV2, { exchange }: HttpContext): Promise<HttpResult> => {
    const { request, correlationId, receivedAtMs, caller } = exchange;
    const { route, parameters } = routeOf(request);
    const serve = route.strategy && served.get(route.strategy)?.[route.operation];
    if (!serve) throw new GatewayError('route_not_found');
    exchange.operation = route.operation;
    const written = writeRefusals(gateway);
    const asked = { gateway, request, parameters, correlationId, receivedAtMs, caller };
    try {
      return await serve({ ...asked, asItIs: false });
    } catch (error) {
      if (!(await isOutdated(gateway, caller, error))) throw error;
      return await serve({ ...asked, asItIs: true });
    } finally {
      await written;
    }
  };
  return lambdaEntry(answer, [
    logLine(),
    httpExchange(gateway.nowMs),
    cors(({ exchange }, response) => readerOf(gateway, exchange, response)),
    visitorReport(gateway),
    problemBody(),
  ]);
}

/** What is refused by a tenant's configuration, before anything of it has been done. */
const refusals: readonly ProblemCode[] = [
  'tenant_not_found',
  'widget_not_found',
  'origin_not_allowed',
  'invalid_signature',
  'invalid_visitor_token',
];

/**
 * Whether a visitor's request was refused by a configuration that has been changed since this process read it: a refusal
 * reads no conversation, which would have shown it.
 * @see docs/decisions/cache-versions.md
 */
async function isOutdated(
  gateway: VisitorGateway,
  { tenantId }: KnownCaller,
  error: unknown,
): Promise<boolean> {
  if (error instanceof StaleConfigurationError) return true;
  const isRefused = refusals.some((code) => isProblem(error, code));
  if (!isRefused || !identifier.safeParse(tenantId).success) return false;
  return gateway.directory.lookAgain(tenantId ?? '');
}

/** A request of a route. */
export interface Exchange<G extends VisitorGateway = VisitorGateway> {
  readonly gateway: G;
  readonly request: HttpRequest;
  readonly parameters: FoundRoute['parameters'];
  readonly correlationId: string;
  readonly receivedAtMs: number;
  readonly caller: KnownCaller;
  /** Whether the tenant's configuration is taken as this process has it, whatever the conversation's read shows. */
  readonly asItIs: boolean;
}

export type Operation<G extends VisitorGateway = VisitorGateway> = (
  exchange: Exchange<G>,
) => Promise<HttpResult>;

/** The others are of functions of their own. */
type OwnOperation = Exclude<
  Route['operation'],
  'read-session' | 'session-preflight' | 'admin-preflight' | AdminOperation | ServiceOperation
>;
type WebhookOperation = Extract<OwnOperation, 'accept-webhook' | 'subscribe-webhook'>;
export type WebChatOperation = Exclude<OwnOperation, WebhookOperation>;

/** What a function serves, by the operations of its routes. */
type Operations<G extends VisitorGateway> = Readonly<Partial<Record<Route['operation'], Operation<G>>>>;

/** A channel's strategy, with the journeys that begin with it: what its routes do once `verify` and `normalize` are through. */
export interface ServedStrategy<G extends VisitorGateway = VisitorGateway> {
  readonly name: StrategyName;
  readonly operations: Operations<G>;
}

/** A HEAD is a GET without body, of the routes that the function of the default route may serve. @see RFC 9110, 9.3.2 */
function routeOf({ method, path }: HttpRequest): FoundRoute {
  if (method !== 'HEAD') return findRoute(method, path);
  const found = findRoute('GET', path);
  const { operation } = found.route;
  return operation === 'poll-conversation' || operation === 'read-widget-settings'
    ? found
    : findRoute(method, path);
}

/**
 * Whose page may read the answer: the widget decides when it is known; before that, an origin that any widget allows may
 * read the refusal. A widget must be able to tell that its page is refused from an outage: the settings' route says so to
 * any page. Nothing is said of what no browser asks for.
 * @see design 13
 */
async function readerOf(
  gateway: VisitorGateway,
  { request, caller }: HttpExchange,
  { statusCode }: HttpResult,
): Promise<string | null | undefined> {
  if (!isOfVisitor(request)) return undefined;
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const isRefusal = statusCode >= 400 && statusCode < 500;
  if (request.path === '/v1/webchat/settings' && isRefusal) return origin;
  if (caller.widget) return originAllowed(origin, caller.widget.allowed_origins) ? origin : null;
  return knownOrigin(gateway, request);
}

/** The origin of a request if some widget allows it; null for any other, and where that can't be told. */
export async function knownOrigin(gateway: VisitorGateway, request: HttpRequest): Promise<string | null> {
  const { origin } = request.headers;
  if (origin === undefined || origin.length > limits.originChars) return null;
  try {
    return (await gateway.directory.allowsAnyOrigin(originCandidates(origin))) ? origin : null;
  } catch (error) {
    gateway.log.error('origin look-up failed', error);
    return null;
  }
}
