import { originAllowed, originCandidates } from '../channels/checks/origin.ts';
import { channelAt } from '../channels/registry.ts';
import type { AdminOperation } from '../contract/admin/routes.ts';
import type { Widget } from '../contract/directory.ts';
import { headers } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import type { Route } from '../contract/routes.ts';
import type { ServiceOperation } from '../contract/service/routes.ts';
import { BodyTooLargeError, RouteNotFoundError } from '../domain/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { corsHeaders, preflightHeaders } from '../http/cors.ts';
import { type FoundRoute, findRoute } from '../http/find-route.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import type { HttpRequest } from '../http/request.ts';
import { problemResult } from '../http/write-problem.ts';
import { emptyResult, type HttpResult, jsonResult } from '../http/write-result.ts';
import { randomId } from '../operations/derive-id.ts';
import type { Gateway } from '../operations/gateway.ts';
import { countRefusal, writeRefusals } from '../operations/web-chat/count-refusal.ts';
import type { OnCaller } from '../operations/web-chat/identify-caller.ts';
import { pollConversation } from '../operations/web-chat/poll-conversation.ts';
import { postWebchatMessage } from '../operations/web-chat/post-message.ts';
import { readUpload } from '../operations/web-chat/read-upload.ts';
import { readWidgetSettings } from '../operations/web-chat/read-widget-settings.ts';
import { requestUpload } from '../operations/web-chat/request-upload.ts';
import { tellVisitorTypes } from '../operations/web-chat/tell-visitor-types.ts';
import { acceptWebhook } from '../operations/webhook/accept-webhook.ts';
import { subscribeWebhook } from '../operations/webhook/subscribe-webhook.ts';
import { ownOf } from './own-of.ts';
import { type Reporting, reportAnswer, reportRefusal } from './report-request.ts';

interface Exchange {
  readonly gateway: Gateway;
  readonly request: HttpRequest;
  readonly parameters: FoundRoute['parameters'];
  readonly correlationId: string;
  readonly receivedAtMs: number;
  readonly onCaller: OnCaller;
}

/** Who asks, as far as it is known. */
interface Known {
  caller?: Parameters<OnCaller>[0];
}

type Operation = (exchange: Exchange) => Promise<HttpResult>;

/** The others are of functions of their own. */
type OwnOperation = Exclude<
  Route['operation'],
  'read-session' | 'session-preflight' | 'admin-preflight' | AdminOperation | ServiceOperation
>;

const operations: Readonly<Record<OwnOperation, Operation>> = {
  'post-webchat-message': async ({ gateway, request, correlationId, receivedAtMs, onCaller }) => {
    const body = readJsonBody(request, limits.bodyBytes);
    const call = callOf({ request, correlationId, receivedAtMs });
    const answer = await postWebchatMessage(gateway, { ...call, body }, onCaller);
    return jsonResult(answer.status, answer.body, answer.headers);
  },

  'poll-conversation': async ({ gateway, request, parameters, receivedAtMs, onCaller }) => {
    const poll = {
      ...ownOf({ request, parameters, receivedAtMs }),
      after: request.query.after,
      afterHeader: request.headers[headers.after],
      handoffTag: request.query.handoffTag,
      wait: request.query.wait !== '0' && request.method !== 'HEAD',
    };
    const { response, retryAfterS } = await pollConversation(gateway, poll, onCaller);
    const again = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    return jsonResult(200, JSON.stringify(response), again);
  },

  'tell-visitor-types': async (exchange) => {
    const body = readJsonBody(exchange.request, limits.bodyBytes);
    await tellVisitorTypes(exchange.gateway, { ...ownOf(exchange), body }, exchange.onCaller);
    return emptyResult(204);
  },

  'request-upload': async (exchange) => {
    const body = readJsonBody(exchange.request, limits.bodyBytes);
    const answer = await requestUpload(exchange.gateway, { ...callOf(exchange), body }, exchange.onCaller);
    return jsonResult(201, JSON.stringify(answer), { 'cache-control': 'no-store' });
  },

  'read-upload': async (exchange) => {
    const { gateway, parameters, onCaller } = exchange;
    const state = await readUpload(gateway, callOf(exchange), parameters.fileId ?? '', onCaller);
    return jsonResult(200, JSON.stringify(state), { 'cache-control': 'no-store' });
  },

  'read-widget-settings': async ({ gateway, request, onCaller }) => {
    const { tenant: tenantId, widget: widgetId } = request.query;
    const { origin } = request.headers;
    const settings = await readWidgetSettings(gateway, { tenantId, widgetId, origin }, onCaller);
    const cached = `public, max-age=${limits.widgetSettingsCacheS}`;
    return jsonResult(200, JSON.stringify(settings), { 'cache-control': cached });
  },

  'webchat-preflight': async ({ gateway, request }) => {
    const method = request.headers['access-control-request-method'] === 'GET' ? 'GET' : 'POST';
    return emptyResult(204, preflightHeaders(await knownOrigin(gateway, request), method));
  },

  'accept-webhook': async ({ gateway, request, correlationId }) => {
    if (request.rawBody.length > limits.webhookBodyBytes)
      throw new BodyTooLargeError(limits.webhookBodyBytes);
    const channel = channelAt(request.path);
    if (!channel) throw new RouteNotFoundError();
    await acceptWebhook(gateway, channel, request, correlationId);
    return emptyResult(200);
  },

  'subscribe-webhook': async ({ gateway, request }) => ({
    statusCode: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: subscribeWebhook(await gateway.verifyTokens(), request.query),
  }),
};

/**
 * Answers one HTTP request; every refusal and failure becomes a problem body here.
 * @see design 2.6
 */
export async function serveHttp(
  reporting: Reporting,
  request: HttpRequest,
  receivedAtMs: number,
): Promise<HttpResult> {
  const { gateway } = reporting;
  const correlationId = correlationIdOf(request, randomId);
  const written = writeRefusals(gateway);
  const known: Known = {};
  const result = await answer(reporting, request, known, {
    correlationId,
    receivedAtMs,
    onCaller: (caller) => {
      known.caller = caller;
    },
  });
  const widget = known.caller?.widget;
  const cors = isOfVisitor(request) ? corsHeaders(await readerOf(gateway, request, result, widget)) : {};
  await written;
  const body = request.method === 'HEAD' ? '' : result.body;
  return { ...result, body, headers: { ...cors, ...result.headers, [headers.correlationId]: correlationId } };
}

const isOfVisitor = ({ method, path }: HttpRequest) =>
  path.startsWith('/v1/webchat/') && method !== 'OPTIONS';

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
 * Whose page may read the answer. A widget must be able to tell that its page is refused from an outage: the settings'
 * route says so to any page. @see design 13
 */
async function readerOf(
  gateway: Gateway,
  request: HttpRequest,
  { statusCode }: HttpResult,
  widget: Widget | undefined,
): Promise<string | null> {
  const isRefusal = statusCode >= 400 && statusCode < 500;
  if (request.path === '/v1/webchat/settings' && isRefusal) return request.headers.origin ?? null;
  return allowedOrigin(gateway, request, widget);
}

async function answer(
  reporting: Reporting,
  request: HttpRequest,
  known: Known,
  rest: Pick<Exchange, 'correlationId' | 'receivedAtMs' | 'onCaller'>,
): Promise<HttpResult> {
  const { gateway } = reporting;
  const served = { operation: 'unknown', ...rest, tenantId: () => known.caller?.tenant.id };
  try {
    const { route, parameters } = routeOf(request);
    if (!isOwn(route.operation)) throw new RouteNotFoundError();
    served.operation = route.operation;
    const result = await operations[route.operation]({ gateway, request, parameters, ...rest });
    reportAnswer(reporting, served, result.statusCode);
    return result;
  } catch (error) {
    const result = problemResult(error, rest.correlationId);
    reportRefusal(reporting, served, result.statusCode, error);
    if (isOfVisitor(request))
      await countRefusal(gateway, { ...request, ...served, tenant: known.caller?.tenant }, error);
    return result;
  }
}

/** A web chat request, but for its body. */
function callOf({
  request: { rawBody, method, path, headers: given, sourceIp },
  correlationId,
  receivedAtMs,
}: Pick<Exchange, 'request' | 'correlationId' | 'receivedAtMs'>) {
  return { rawBody, method, path, headers: given, sourceIp, correlationId, receivedAtMs };
}

function isOwn(operation: Route['operation']): operation is OwnOperation {
  return Object.hasOwn(operations, operation);
}

/** The widget decides when it is known; before that, an origin that any widget allows may read the refusal. */
async function allowedOrigin(
  gateway: Gateway,
  request: HttpRequest,
  widget: Widget | undefined,
): Promise<string | null> {
  const { origin } = request.headers;
  if (origin === undefined) return null;
  if (widget) return originAllowed(origin, widget.allowed_origins) ? origin : null;
  return knownOrigin(gateway, request);
}

async function knownOrigin(gateway: Gateway, request: HttpRequest): Promise<string | null> {
  const { origin } = request.headers;
  if (origin === undefined) return null;
  try {
    return (await gateway.directory.allowsAnyOrigin(originCandidates(origin))) ? origin : null;
  } catch (error) {
    gateway.log.error('an origin could not be looked up', error);
    return null;
  }
}
