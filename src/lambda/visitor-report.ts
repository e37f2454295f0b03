import { GatewayError } from '../domain/errors.ts';
import type { HttpRequest } from '../http/request.ts';
import type { HttpContext, HttpExchange, HttpMiddleware } from '../middleware/http-exchange.ts';
import type { LineContext } from '../middleware/log-line.ts';
import type { Gateway } from '../operations/gateway.ts';
import { countRefusal, writeRefusals } from '../operations/web-chat/count-refusal.ts';
import { Refusals } from './refusals.ts';

/** A long-poll is answered every 25 s for every visitor: the access log tells enough of it. */
const withoutLine = new Set(['poll-conversation', 'read-widget-settings', 'webchat-preflight']);

/** Whether a page of a widget asks. */
export const isOfVisitor = ({ method, path }: HttpRequest) =>
  path.startsWith('/v1/webchat/') && method !== 'OPTIONS';

/**
 * Logs each request once, floods of refusals by the hundred, and counts refusals for the tenant's reports; what was counted
 * before is written beside the request.
 */
export function visitorReport(gateway: Gateway): HttpMiddleware<LineContext> {
  const refusals = new Refusals();
  const written = new WeakMap<HttpExchange, Promise<void>>();
  const within = ({ calls, line }: HttpContext & LineContext, work: () => Promise<void>) =>
    calls.run(() => line.run(work));
  return {
    before: ({ context }) => {
      written.set(
        context.exchange,
        within(context, () => writeRefusals(gateway)),
      );
    },
    after: ({ context, response }) =>
      within(context, async () => {
        refusals.look(gateway);
        logAnswer(gateway, context.exchange, response?.statusCode);
        await written.get(context.exchange);
      }),
    onError: ({ context, response, error }) =>
      within(context, async () => {
        const { exchange } = context;
        reportRefusal(gateway, refusals, exchange, { status: response?.statusCode ?? 500, error });
        const { request, operation, caller } = exchange;
        if (isOfVisitor(request))
          await countRefusal(gateway, { ...request, operation, tenant: caller?.tenant }, error);
        await written.get(exchange);
      }),
  };
}

function logAnswer({ log, nowMs }: Gateway, exchange: HttpExchange, status: number | undefined): void {
  const { operation, correlationId, fields } = exchange;
  if (withoutLine.has(operation)) return;
  const ms = nowMs() - exchange.receivedAtMs;
  log.info('a request is answered', { ...fields, operation, correlationId, status, ms }, 'if-alone');
}

/** Says that a request was refused, or failed; never what was in it. */
function reportRefusal(
  gateway: Gateway,
  refusals: Refusals,
  { operation, correlationId, caller }: HttpExchange,
  { status, error }: { readonly status: number; readonly error: unknown },
): void {
  const fields = { tenantId: caller?.tenant.id, operation, correlationId, status };
  if (status < 500) {
    refusals.add(gateway, { ...fields, error });
    return;
  }
  if (error instanceof GatewayError)
    gateway.metrics.count('RequestsRefused', { operation, code: error.code });
  gateway.log.error('a request failed', error, fields);
}
