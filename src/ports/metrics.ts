/** What the gateway counts; each message that comes in ends in exactly one of the last four. */
export type CounterName =
  | 'MessagesReceived'
  | 'MessagesProcessed'
  | 'MessagesDuplicate'
  | 'MessagesIgnored'
  | 'MessagesDropped'
  | 'StatusesReceived'
  | 'RepliesSent'
  | 'RepliesFailed'
  | 'RepliesRetried';

/** Counters by channel and tenant. */
export interface Metrics {
  count(
    name: CounterName,
    dimensions: { readonly tenantId?: string; readonly channel: string },
    value?: number,
  ): void;
}
