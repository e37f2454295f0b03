import { refusalLimits } from '../contract/limits.ts';
import { GatewayError, RateLimitExceeded } from '../domain/errors.ts';
import type { HttpRequest } from '../http/request.ts';
import type { HttpExchange, HttpMiddleware } from '../middleware/http-exchange.ts';
import type { VisitorGateway } from '../operations/gateway.ts';
import { countRefusal } from '../operations/web-chat/count-refusal.ts';

/** A long-poll is answered every 25 s for every visitor: the access log tells enough of it. */
const withoutLine = new Set(['poll-conversation', 'read-widget-settings', 'webchat-preflight']);

/** Whether a page of a widget asks. */
export const isOfVisitor = ({ method, path }: HttpRequest) =>
  path.startsWith('/v1/webchat/') && method !== 'OPTIONS';

/** Logs each request once, floods of refusals by the hundred, and counts refusals for the tenant's reports. */
export function visitorReport(gateway: VisitorGateway): HttpMiddleware {
  const refusals = new Refusals();
  return {
    after: ({ context: { exchange }, response }) => {
      refusals.look(gateway);
      const { operation, correlationId, caller, receivedAtMs } = exchange;
      const ms = gateway.nowMs() - receivedAtMs;
      const fields = { tenantId: caller.tenant?.id, operation, correlationId };
      if (!withoutLine.has(operation))
        gateway.log.info(
          'a request is answered',
          { ...fields, status: response?.statusCode, ms },
          'if-alone',
        );
    },
    onError: async ({ context: { exchange }, response, error }) => {
      reportRefusal(gateway, refusals, exchange, { status: response?.statusCode ?? 500, error });
      const { request, operation, caller } = exchange;
      if (isOfVisitor(request)) await countRefusal(gateway, { ...request, operation, caller }, error);
    },
  };
}

/** Says that a request was refused, or failed; never what was in it. */
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
 * What an execution environment says of the requests that it refuses. A log line is paid for, and a metric is one: so
 * the first of a minute have a line each, and of a flood there is one for each hundred. None is left out of the
 * metrics but what an environment holds, up to 99 of a kind, when it gets no more requests.
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
    const refusal = this.#isToldApart(given) ? given : { ...given, tenantId: undefined };
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
  #isToldApart(refusal: Refusal): boolean {
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
