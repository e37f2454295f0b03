import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beginLine, endLine } from '../aws/cloudwatch-log.ts';
import { originAllowed, originCandidates } from '../channels/checks/origin.ts';
import type { KnownCaller } from '../channels/webchat-http/verify.ts';
import type { AdminOperation } from '../contract/admin/routes.ts';
import { limits, refusalLimits } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problem.ts';
import type { OperationOf } from '../contract/routes/table.ts';
import type { Route, StrategyName } from '../contract/routes.ts';
import type { ServiceOperation } from '../contract/service/routes.ts';
import { identifier } from '../contract/vocabulary.ts';
import { GatewayError, isProblem, RateLimitExceeded, StaleConfigurationError } from '../domain/errors.ts';
import { type FoundRoute, findRoute } from '../http/find-route.ts';
import { type HttpRequest, readJsonBody } from '../http/request.ts';
import { corsHeaders, type HttpResult } from '../http/write-result.ts';
import {
  type HttpContext,
  type HttpExchange,
  type HttpMiddleware,
  httpExchange,
  problemBody,
} from '../middleware/http-exchange.ts';
import { lambdaEntry } from '../middleware/lambda-entry.ts';
import type { VisitorGateway } from '../operations/gateway.ts';
import { countRefusal, writeRefusals } from '../operations/web-chat/count-refusal.ts';

/**
 * Serves web chat and webhooks over HTTP; every refusal and failure becomes a problem body here.
 * @see design 2.6
 */
export function serveHttp<G extends VisitorGateway>(gateway: G, strategies: readonly ServedStrategy<G>[]) {
  const served = new Map(strategies.map(({ name, operations }) => [name, operations]));
  const answer = async (_event: APIGatewayProxyEventV2, { exchange }: HttpContext): Promise<HttpResult> => {
    beginLine();
    const { request, correlationId, receivedAtMs, caller } = exchange;
    // Beside the request that happens to come then.
    const isDue = gateway.refusals.isDue();
    const { method, path } = request;
    const { route, parameters } = method === 'HEAD' ? routeOfHead(path) : findRoute(method, path);
    const serve = route.strategy && served.get(route.strategy)?.[route.operation];
    if (!serve) throw new GatewayError('route_not_found');
    exchange.operation = route.operation;
    // All that a page of web chat posts is JSON.
    const isJson =
      route.strategy === 'webchat-http' && method === 'POST' && !withoutJson.has(route.operation);
    const body = isJson ? readJsonBody(request, limits.bodyBytes) : undefined;
    const written = isDue ? writeRefusals(gateway) : undefined;
    const asked = { gateway, request, parameters, body, correlationId, receivedAtMs, caller };
    try {
      return await serve({ ...asked, skipVersionCheck: false });
    } catch (error) {
      if (!(await isOutdated(gateway, caller, error))) throw error;
      return await serve({ ...asked, skipVersionCheck: true });
    } finally {
      await written;
    }
  };
  return lambdaEntry(answer, [httpExchange(gateway.nowMs), visitorAnswers(gateway), problemBody()]);
}

/** Their requests have a form or no body. */
const withoutJson = new Set<Route['operation']>([
  'press-mail-page',
  'request-transcript',
  'end-conversation',
]);

/** Problems caused by a tenant's configuration, before anything was done. */
const refusals: readonly ProblemCode[] = [
  'tenant_not_found',
  'widget_not_found',
  'origin_not_allowed',
  'invalid_signature',
  'invalid_visitor_token',
];

/**
 * Whether a visitor's request was rejected by an outdated configuration. A rejection reads no conversation, which
 * would have shown the new cache version.
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
  return gateway.directory.refresh(tenantId ?? '');
}

/** A request of a route. */
export interface Exchange<G extends VisitorGateway = VisitorGateway> {
  readonly gateway: G;
  readonly request: HttpRequest;
  readonly parameters: FoundRoute['parameters'];
  /** Parsed; undefined where it is none of web chat. */
  readonly body: unknown;
  readonly correlationId: string;
  readonly receivedAtMs: number;
  readonly caller: KnownCaller;
  /** Whether the cached configuration is used whatever the conversation's cache version. */
  readonly skipVersionCheck: boolean;
}

export type Operation<G extends VisitorGateway = VisitorGateway> = (
  exchange: Exchange<G>,
) => Promise<HttpResult>;

/** The others are of functions of their own. */
type OwnOperation = Exclude<
  Route['operation'],
  | 'read-session'
  | 'session-preflight'
  | 'admin-preflight'
  | 'test-chat-preflight'
  | AdminOperation
  | ServiceOperation
  | OperationOf<'test-chat'>
>;
type WebhookOperation = Extract<OwnOperation, 'accept-webhook' | 'subscribe-webhook'>;
export type WebChatOperation = Exclude<OwnOperation, WebhookOperation>;

/** The operations that a function serves, by route. */
type Operations<G extends VisitorGateway> = Readonly<Partial<Record<Route['operation'], Operation<G>>>>;

/** A channel's strategy, with the journeys that begin with it: what its routes do once `verify` and `normalize` are through. */
export interface ServedStrategy<G extends VisitorGateway = VisitorGateway> {
  readonly name: StrategyName;
  readonly operations: Operations<G>;
}

/** A HEAD is a GET without body, of the routes that the function of the default route may serve. @see RFC 9110, 9.3.2 */
function routeOfHead(path: string): FoundRoute {
  const found = findRoute('GET', path);
  const { operation } = found.route;
  return operation === 'poll-conversation' || operation === 'read-widget-settings'
    ? found
    : findRoute('HEAD', path);
}

/**
 * Returns the origin that may read the response: the widget's, once it is known; before that, one that any widget
 * allows may read the rejection. A widget must distinguish a blocked page from an outage, so the settings route
 * responds to any page. Undefined for requests that no widget's page sends.
 * @see design 13
 */
async function readerOf(
  gateway: VisitorGateway,
  { request, caller }: HttpExchange,
  response: HttpResult | null,
): Promise<string | null | undefined> {
  if (!request.path.startsWith('/v1/webchat/') || request.method === 'OPTIONS') return undefined;
  const { origin } = request.headers;
  if (origin === undefined) return null;
  const { statusCode = 500 } = response ?? {};
  const isRefusal = statusCode >= 400 && statusCode < 500;
  if (request.path === '/v1/webchat/settings' && isRefusal) return origin;
  if (caller.widget) return originAllowed(origin, caller.widget.allowed_origins) ? origin : null;
  return knownOrigin(gateway, request);
}

/** Returns the origin of a request if any widget allows it; null for any other, and if that can't be determined. */
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

/** Every open widget has a long-poll every 25 s; the access log suffices. */
const withoutLine = new Set(['poll-conversation', 'read-widget-settings', 'webchat-preflight']);

/**
 * Lets a page of an allowed origin read the answer, problems too; logs each request once, floods of refusals by the hundred,
 * and counts refusals for the tenant's reports.
 * @see design 2.2, 2.6
 */
function visitorAnswers(gateway: VisitorGateway): HttpMiddleware {
  const refusals = new Refusals();
  return {
    after: async (answered) => {
      const { exchange } = answered.context;
      const { operation, correlationId, caller, receivedAtMs } = exchange;
      const { response } = answered;
      refusals.look(gateway);
      const origin = await readerOf(gateway, exchange, response);
      const status = response?.statusCode;
      const ms = gateway.nowMs() - receivedAtMs;
      const fields = { tenantId: caller.tenant?.id, operation, correlationId, status, ms };
      if (!withoutLine.has(operation)) gateway.log.info('a request is answered', fields, 'if-alone');
      endLine();
      if (response && origin !== undefined)
        answered.response = { ...response, headers: { ...corsHeaders(origin), ...response.headers } };
    },
    onError: async (refused) => {
      const { exchange } = refused.context;
      const { request, operation, caller } = exchange;
      const { error, response } = refused;
      reportRefusal(gateway, refusals, exchange, { status: response?.statusCode ?? 500, error });
      const origin = await readerOf(gateway, exchange, response);
      if (origin !== undefined) await countRefusal(gateway, { ...request, operation, caller }, error);
      endLine();
      if (response && origin !== undefined)
        refused.response = { ...response, headers: { ...corsHeaders(origin), ...response.headers } };
    },
  };
}

/** Logs that a request was rejected or failed; never its content. */
function reportRefusal(
  gateway: VisitorGateway,
  refusals: Refusals,
  { operation, correlationId, caller }: HttpExchange,
  { status, error }: { readonly status: number; readonly error: unknown },
): void {
  const fields = { tenantId: caller.tenant?.id, operation, correlationId, status };
  if (status < 500) {
    refusals.add(gateway, { ...fields, error });
    return;
  }
  if (error instanceof GatewayError)
    gateway.metrics.count('RequestsRefused', { operation, code: error.code });
  gateway.log.error('a request failed', error, fields);
}

/** A request that was refused: never what was in it. */
interface Refusal {
  readonly operation: string;
  readonly correlationId: string;
  readonly tenantId: string | undefined;
  readonly status: number;
  readonly error: unknown;
}

interface Held {
  /** The last of them. */
  readonly refusal: Refusal;
  readonly count: number;
}

type Reporting = Pick<VisitorGateway, 'log' | 'metrics' | 'nowMs'>;

/**
 * Logs and counts the rejected requests of an execution environment. A log line costs money and each is a metric:
 * the first of a minute get a line each, further ones a line per hundred. All are in the metrics, except up to 99
 * of a kind that an environment holds when it gets no more requests.
 * @see design 7
 */
export class Refusals {
  #beganAtMs = 0;
  #lines = 0;
  readonly #kinds = new Map<string, number>();
  readonly #held = new Map<string, Held>();

  /** Writes the refusal, or holds it to be counted with others of its kind. */
  add(reporting: Reporting, given: Refusal): void {
    this.look(reporting);
    const refusal = this.#isTenantKnown(given) ? given : { ...given, tenantId: undefined };
    const kind = kindOf(refusal);
    const before = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, before + 1);
    if (before < refusalLimits.lines && this.#lines < refusalLimits.linesOfAll) {
      this.#lines += 1;
      write(reporting, { refusal, count: 1 });
      return;
    }
    const held = { refusal, count: (this.#held.get(kind)?.count ?? 0) + 1 };
    this.#held.set(kind, held);
    if (held.count < refusalLimits.linesHeld) return;
    this.#held.delete(kind);
    write(reporting, held);
  }

  /** Each request looks: what is held is written when the minute is over. */
  look(reporting: Reporting): void {
    if (reporting.nowMs() - this.#beganAtMs < refusalLimits.windowMs) return;
    const held = [...this.#held.values()];
    this.#held.clear();
    this.#kinds.clear();
    this.#lines = 0;
    this.#beganAtMs = reporting.nowMs();
    for (const each of held) write(reporting, each);
  }

  /** Counts per tenant up to a limit: anyone can send any tenant id. */
  #isTenantKnown(refusal: Refusal): boolean {
    return this.#kinds.has(kindOf(refusal)) || this.#kinds.size < refusalLimits.linesOfAll;
  }
}

function kindOf({ operation, status, tenantId = '', error }: Refusal): string {
  return `${operation} ${status} ${reasonOf(error)} ${tenantId}`;
}

function write({ log, metrics }: Reporting, { refusal, count }: Held): void {
  const { operation, correlationId, tenantId, status, error } = refusal;
  if (error instanceof GatewayError) metrics.count('RequestsRefused', { operation, code: error.code }, count);
  if (error instanceof RateLimitExceeded)
    metrics.count('RateLimited', { channel: 'webchat', ...(tenantId && { tenantId }) }, count);
  const fields = { tenantId, operation, correlationId, status, reason: reasonOf(error) };
  if (count === 1) log.info('a request was refused', fields);
  else log.info('requests were refused', { ...fields, count });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
