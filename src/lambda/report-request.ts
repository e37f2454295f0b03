import { GatewayError, RateLimitExceeded } from '../domain/errors.ts';
import type { Gateway } from '../operations/gateway.ts';

/** A request whose answer is known. */
export interface Served {
  /** As the table of routes calls it; `unknown` for a route that is not in it. */
  readonly operation: string;
  readonly correlationId: string;
  readonly receivedAtMs: number;
  /** Of web chat, once the widget is known. */
  tenantId(): string | undefined;
}

/** A long-poll is answered every 25 s for every visitor: the access log tells enough of it. */
const withoutLine = new Set(['poll-conversation', 'read-widget-settings', 'webchat-preflight']);

/** Says that a request was served, and how long it took. */
export function reportAnswer(gateway: Gateway, served: Served, status: number): void {
  const { operation, correlationId } = served;
  const ms = gateway.nowMs() - served.receivedAtMs;
  gateway.metrics.time('RequestMs', { operation }, ms);
  if (withoutLine.has(operation)) return;
  gateway.log.info('a request is answered', {
    tenantId: served.tenantId(),
    operation,
    correlationId,
    status,
    ms,
  });
}

/** Says that a request was refused, or failed; never what was in it. */
export function reportRefusal(gateway: Gateway, served: Served, status: number, error: unknown): void {
  const { operation, correlationId } = served;
  const tenantId = served.tenantId();
  const fields = { tenantId, operation, correlationId, status };
  if (error instanceof GatewayError)
    gateway.metrics.count('RequestsRefused', { operation, code: error.code });
  if (error instanceof RateLimitExceeded)
    gateway.metrics.count('RateLimited', { channel: 'webchat', ...(tenantId && { tenantId }) });
  if (status >= 500) gateway.log.error('a request failed', error, fields);
  else
    gateway.log.info('a request was refused', {
      ...fields,
      reason: error instanceof Error ? error.name : 'unknown',
    });
}
