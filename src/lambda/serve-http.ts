import { originAllowed } from '../channels/checks/origin.ts';
import type { Widget } from '../contract/directory.ts';
import { headers } from '../contract/headers.ts';
import { RouteNotFoundError } from '../domain/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { corsHeaders } from '../http/cors.ts';
import { type FoundRoute, findRoute } from '../http/find-route.ts';
import type { HttpRequest } from '../http/request.ts';
import { problemResult } from '../http/write-problem.ts';
import type { HttpResult } from '../http/write-result.ts';
import { randomId } from '../operations/derive-id.ts';
import type { Gateway } from '../operations/gateway.ts';
import { countRefusal, writeRefusals } from '../operations/web-chat/count-refusal.ts';
import type { OnCaller } from '../operations/web-chat/identify-caller.ts';
import type { Exchange, Operations } from './http-operation.ts';
import { knownOrigin } from './known-origin.ts';
import { type Reporting, reportAnswer, reportRefusal } from './report-request.ts';

/** Who asks, as far as it is known. */
interface Known {
  caller?: Parameters<OnCaller>[0];
}

/**
 * Answers one HTTP request; every refusal and failure becomes a problem body here.
 * @see design 2.6
 */
export async function serveHttp(
  operations: Operations,
  reporting: Reporting,
  request: HttpRequest,
  receivedAtMs: number,
): Promise<HttpResult> {
  const { gateway } = reporting;
  const correlationId = correlationIdOf(request, randomId);
  const written = writeRefusals(gateway);
  const known: Known = {};
  const result = await answer(operations, reporting, request, known, {
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
  operations: Operations,
  reporting: Reporting,
  request: HttpRequest,
  known: Known,
  rest: Pick<Exchange, 'correlationId' | 'receivedAtMs' | 'onCaller'>,
): Promise<HttpResult> {
  const { gateway } = reporting;
  const served = { operation: 'unknown', ...rest, tenantId: () => known.caller?.tenant.id };
  try {
    const { route, parameters } = routeOf(request);
    const operation = Object.hasOwn(operations, route.operation) ? operations[route.operation] : undefined;
    if (!operation) throw new RouteNotFoundError();
    served.operation = route.operation;
    const result = await operation({ gateway, request, parameters, ...rest });
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
