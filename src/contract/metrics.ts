/** Counters; each message that comes in ends in exactly one of Processed, Duplicate, Ignored, Dropped and GivenUp. */
export const counterNames = [
  'MessagesReceived',
  'MessagesProcessed',
  'MessagesDuplicate',
  'MessagesIgnored',
  'MessagesDropped',
  'MessagesGivenUp',
  'GroupMessages',
  'StatusesReceived',
  'RepliesSent',
  'RepliesFailed',
  'RepliesRetried',
  'FilesStored',
  'FilesRejected',
  'FilesFailed',
  'AccountsHeld',
  'OutboundForeign',
  'RateLimited',
  'RequestsRefused',
  'TurnsFailed',
  'StepsFailed',
  'RecordsStuck',
  'UsersMended',
  'HoursMiscounted',
] as const;
/** Gauges: the conversations that are due. */
export const gaugeNames = ['ScheduleBacklog'] as const;
export type CounterName = (typeof counterNames)[number] | (typeof gaugeNames)[number];

/**
 * Durations in milliseconds: turns from receipt to commit, `http` and `llm` steps, calls of providers, how late the
 * schedule is, since when the index of users is in line. HTTP requests are timed by API Gateway, route by route.
 */
export const timerNames = ['TurnMs', 'StepMs', 'SendMs', 'ScheduleLagMs', 'UserSyncAgeMs'] as const;
export type TimerName = (typeof timerNames)[number];

export type MetricName = CounterName | TimerName;

/**
 * The dimensions of a metric. Each has few values, since CloudWatch charges per combination. The tenant is only a
 * field of the log line, for Logs Insights: 10,000 tenants would be 10,000 metrics.
 */
export const dimensionNames = ['channel', 'operation', 'code', 'step'] as const;
export type DimensionName = (typeof dimensionNames)[number];
export type MetricDimensions = { readonly [D in DimensionName]?: string } & { readonly tenantId?: string };

/** CloudWatch namespace of a deployment. */
export const metricNamespace = (stage: string): string => `MessagingGateway/${stage}`;
