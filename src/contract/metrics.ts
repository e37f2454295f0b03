/** Counters; each message that comes in ends in exactly one of Processed, Duplicate, Ignored and Dropped. */
export const counterNames = [
  'MessagesReceived',
  'MessagesProcessed',
  'MessagesDuplicate',
  'MessagesIgnored',
  'MessagesDropped',
  'StatusesReceived',
  'RepliesSent',
  'RepliesFailed',
  'RepliesRetried',
  'AccountsHeld',
  'RateLimited',
  'RequestsRefused',
  'TurnsFailed',
  'StepsFailed',
] as const;
export type CounterName = (typeof counterNames)[number];

/** Durations in milliseconds: HTTP requests, turns from receipt to commit, `http` and `llm` steps, calls of providers. */
export const timerNames = ['RequestMs', 'TurnMs', 'StepMs', 'SendMs'] as const;
export type TimerName = (typeof timerNames)[number];

export type MetricName = CounterName | TimerName;

/** What a metric may be split by. All but the tenant take few values. */
export const dimensionNames = ['tenantId', 'channel', 'operation', 'code', 'step'] as const;
export type DimensionName = (typeof dimensionNames)[number];
export type MetricDimensions = { readonly [D in DimensionName]?: string };

/**
 * Metrics that exist for each tenant too, since they ask for action on one tenant's account. Of all others the tenant
 * is a field of the log line only: CloudWatch charges for every combination of dimensions.
 */
export const metricsByTenant: readonly MetricName[] = [
  'RepliesFailed',
  'AccountsHeld',
  'RateLimited',
  'TurnsFailed',
];

/** CloudWatch namespace of a deployment. */
export const metricNamespace = (stage: string): string => `MessagingGateway/${stage}`;

/** The dimension `service` of every metric. */
export const metricService = 'messaging-gateway';
