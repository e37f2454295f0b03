import type { GatewayEvent, TenantEvent } from '../contract/events.ts';

/** The bus; resolves once every event is accepted, rejects when some are not after retries. @see design 3 */
export interface EventBus {
  publish(events: readonly (GatewayEvent | TenantEvent)[]): Promise<void>;
}
