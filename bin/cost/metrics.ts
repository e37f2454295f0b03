import type { MetricName } from '../../src/contract/metrics.ts';
import { routes } from '../../src/contract/routes.ts';
import { channelNames } from '../../src/contract/vocabulary.ts';

const channels = channelNames.length;
/** Web chat sends nothing: it is asked. */
const sending = channels - 1;
const stepKinds = 2;

/** How many custom metrics each name comes to at most: one for each combination of its dimensions. */
const combinations = {
  MessagesReceived: channels,
  MessagesProcessed: channels,
  MessagesDuplicate: channels,
  MessagesIgnored: sending,
  MessagesDropped: sending,
  // And those that nobody could read.
  MessagesGivenUp: channels + 1,
  GroupMessages: 2,
  StatusesReceived: sending,
  RepliesSent: sending,
  RepliesFailed: sending,
  RepliesRetried: sending,
  FilesStored: channels,
  FilesRejected: channels,
  FilesFailed: channels,
  AccountsHeld: sending,
  OutboundForeign: 1,
  RateLimited: 1,
  // Of an operation and a code; an assumption: so many kinds in each hour.
  RequestsRefused: 10,
  TurnsFailed: channels,
  StepsFailed: channels * stepKinds,
  RecordsStuck: 1,
  // Entered, changed, removed.
  UsersMended: 3,
  HoursMiscounted: 1,
  ScheduleBacklog: 1,
  TurnMs: channels,
  StepMs: channels * stepKinds,
  SendMs: sending,
  ScheduleLagMs: 1,
  UserSyncAgeMs: 1,
} as const satisfies Readonly<Record<MetricName, number>>;

/** Custom metrics of a deployment with every channel, if each is written in each hour: an hour without one is not paid for. */
export const ownMetrics = Object.values(combinations).reduce<number>((sum, count) => sum + count, 0);

/** Metrics that alarms watch, those of a sum one by one, without the synthetic visitor: test/lib/alarms.test.ts. */
export const alarmMetrics = 141;

/** Of each route: Count, 4xx, 5xx, Latency, IntegrationLatency, DataProcessed. */
export const metricsOfRoute = 6;

/**
 * API Gateway's detailed metrics, for each route that visitors and providers call: charged as custom ones, by the hour.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
export const routeMetrics =
  metricsOfRoute *
  routes.filter(({ function: name }) => name === 'webchat' || name === 'poll' || name === 'webhook').length;
