import type { GatewayEvent, TenantEvent } from '../contract/events.ts';
import type { CounterName, MetricDimensions, TimerName } from '../contract/metrics.ts';

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * How a message joins the log line of its request or record: it replaces a message that it implies, or it is
 * dropped if there is another, whose fields suffice.
 */
export type Joining = { readonly insteadOf: string } | 'if-alone';

/** Structured log; never given secrets, tokens or message text. */
export interface Log {
  info(message: string, fields?: Fields, joining?: Joining): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, error: unknown, fields?: Fields): void;
}

/** Counters and durations; never throws. */
export interface Metrics {
  count(name: CounterName, dimensions: MetricDimensions, value?: number): void;
  time(name: TimerName, dimensions: MetricDimensions, ms: number): void;
}

/** The bus; resolves once every event is accepted, rejects when some are not after retries. @see design 3 */
export interface EventBus {
  publish(events: readonly (GatewayEvent | TenantEvent)[]): Promise<void>;
}
