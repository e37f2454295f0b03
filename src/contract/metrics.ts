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
/** What stands at a time: conversations that the schedule owes a visit. */
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
 * What a metric may be split by: each takes few values, since CloudWatch charges for every combination. The tenant is a
 * field of the line only, by which Logs Insights counts: 10,000 tenants would be 10,000 metrics.
 */
export const dimensionNames = ['channel', 'operation', 'code', 'step'] as const;
export type DimensionName = (typeof dimensionNames)[number];
export type MetricDimensions = { readonly [D in DimensionName]?: string } & { readonly tenantId?: string };

/** CloudWatch namespace of a deployment. */
export const metricNamespace = (stage: string): string => `MessagingGateway/${stage}`;
