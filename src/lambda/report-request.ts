import { GatewayError } from '../domain/errors.ts';
import type { Gateway } from '../operations/gateway.ts';
import type { Refusals } from './refusals.ts';

/** What an execution environment reports by. */
export interface Reporting {
  readonly gateway: Gateway;
  readonly refusals: Refusals;
}

/** A request whose answer is known. */
export interface Served {
  /** As the table of routes calls it; `unknown` for a route that is not in it. */
  readonly operation: string;
  readonly correlationId: string;
  readonly receivedAtMs: number;
  /** Of web chat, once the tenant is known. */
  tenantId(): string | undefined;
}

/** A long-poll is answered every 25 s for every visitor: the access log tells enough of it. */
const withoutLine = new Set(['poll-conversation', 'read-widget-settings', 'webchat-preflight']);

/** Says that a request was served, and how long it took. */
export function reportAnswer({ gateway, refusals }: Reporting, served: Served, status: number): void {
  refusals.look(gateway);
  const { operation, correlationId } = served;
  if (withoutLine.has(operation)) return;
  const ms = gateway.nowMs() - served.receivedAtMs;
  const fields = { tenantId: served.tenantId(), operation, correlationId, status, ms };
  gateway.log.info('a request is answered', fields, 'if-alone');
}

/** Says that a request was refused, or failed; never what was in it. */
export function reportRefusal(
  { gateway, refusals }: Reporting,
  served: Served,
  status: number,
  error: unknown,
): void {
  const { operation, correlationId } = served;
  const fields = { tenantId: served.tenantId(), operation, correlationId, status };
  if (status < 500) {
    refusals.add(gateway, { ...fields, error });
    return;
  }
  if (error instanceof GatewayError)
    gateway.metrics.count('RequestsRefused', { operation, code: error.code });
  gateway.log.error('a request failed', error, fields);
}
