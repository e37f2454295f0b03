import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { GraphWidget, type IMetric, type IWidget, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { routes } from '../../src/contract/routes.ts';
import { channelNames } from '../../src/contract/vocabulary.ts';
import type { ApiStack } from '../api.ts';
import type { MessagingStack } from '../messaging.ts';
import type { Stage } from '../stage.ts';
import type { GatewayFunction } from './gateway-function.ts';
import { gatewayMetric, gatewaySearch, gatewayTotal, routeDimensions } from './gateway-metrics.ts';

/** Responses to API callers. */
export function apiRow(stage: Stage, { api }: ApiStack): IWidget[] {
  return [
    graph('Requests', [api.metricCount(), api.metricClientError(), api.metricServerError()]),
    graph('Latency of the API', [
      api.metricLatency({ statistic: 'p50' }),
      api.metricLatency({ statistic: 'p95' }),
      api.metricLatency({ statistic: 'p99' }),
    ]),
    graph('Requests refused', [gatewaySearch(stage, 'RequestsRefused', ['operation', 'code'])]),
  ];
}

/** Outcomes of messages. */
export function messageRow(stage: Stage): IWidget[] {
  const total = (name: Parameters<typeof gatewayTotal>[1]) => gatewayTotal(stage, name, ['channel']);
  return [
    graph('Messages', [
      total('MessagesReceived'),
      total('MessagesProcessed'),
      total('MessagesDuplicate'),
      total('MessagesIgnored'),
      total('MessagesDropped'),
      total('GroupMessages'),
    ]),
    graph('Replies of asynchronous channels', [
      total('RepliesSent'),
      total('RepliesRetried'),
      total('RepliesFailed'),
      total('AccountsHeld'),
      gatewayMetric(stage, 'OutboundForeign', {}, { label: 'events of others that ask for a reply' }),
      total('StatusesReceived'),
    ]),
    graph("People's files", [total('FilesStored'), total('FilesRejected'), total('FilesFailed')]),
    graph('What waits', [
      gatewayMetric(stage, 'ScheduleBacklog', {}, { statistic: 'Maximum', label: 'conversations overdue' }),
      gatewayMetric(stage, 'RecordsStuck', {}, { label: 'records received too often' }),
      total('RateLimited'),
    ]),
  ];
}

/** Routes that visitors and providers wait for: a long-poll is meant to take its time. */
const timedRoutes = routes.filter(
  ({ function: name, method }) => (name === 'webchat' || name === 'webhook') && method !== 'OPTIONS',
);

/** Latencies. */
export function timeRow(stage: Stage, api: IHttpApi): IWidget[] {
  const p95 = { statistic: 'p95' };
  return [
    graph(
      'Receipt to commit, p95',
      channelNames.map((channel) => gatewayMetric(stage, 'TurnMs', { channel }, { ...p95, label: channel })),
    ),
    graph('Lateness of the schedule', [
      gatewayMetric(stage, 'ScheduleLagMs', {}, { statistic: 'Maximum', label: 'latest visit' }),
    ]),
    graph('Users changed behind the API', [gatewaySearch(stage, 'UsersMended', ['operation'])]),
    graph('Steps, p95 and failures', [
      gatewaySearch(stage, 'StepMs', ['channel', 'step'], p95),
      gatewaySearch(stage, 'StepsFailed', ['channel', 'step']),
    ]),
    graph(
      'Requests by route, p95',
      timedRoutes.map((route) =>
        api.metricLatency({
          ...p95,
          dimensionsMap: routeDimensions(api, route),
          label: `${route.method} ${route.path}`,
        }),
      ),
    ),
    graph("Providers' answers, p95", [gatewaySearch(stage, 'SendMs', ['channel'], p95)]),
  ];
}

/** Functions. */
export function functionRow(functions: readonly GatewayFunction[]): IWidget[] {
  const each = (metric: (item: GatewayFunction) => IMetric) => functions.map(metric);
  return [
    graph(
      'Errors',
      each(({ node, function: fn }) => fn.metricErrors({ label: node.id })),
    ),
    graph(
      'Throttles',
      each(({ node, function: fn }) => fn.metricThrottles({ label: node.id })),
    ),
    graph(
      'Duration p95',
      each(({ node, function: fn }) => fn.metricDuration({ label: node.id, statistic: 'p95' })),
    ),
  ];
}

/** Backlogs and dead letters. */
export function queueRow({ queues, deadLetterQueues }: MessagingStack): IWidget[] {
  return [
    graph(
      'Age of the oldest message',
      queues.map((queue) =>
        queue.metricApproximateAgeOfOldestMessage({ label: ownerOf(queue), statistic: 'Maximum' }),
      ),
    ),
    graph(
      'Messages sent',
      queues.map((queue) => queue.metricNumberOfMessagesSent({ label: ownerOf(queue) })),
    ),
    graph(
      'Dead letters',
      deadLetterQueues.map((queue) =>
        queue.metricApproximateNumberOfMessagesVisible({ label: ownerOf(queue), statistic: 'Maximum' }),
      ),
    ),
  ];
}

/** By tenant, from the lines that carry the counters: no metric for each tenant is paid for. */
export function tenantRow(functions: readonly GatewayFunction[]): IWidget[] {
  const logGroupNames = functions.map(({ function: fn }) => fn.logGroup.logGroupName);
  const table = (title: string, queryLines: string[]) =>
    new LogQueryWidget({ title, logGroupNames, queryLines, width: 12, height: 6 });
  return [
    table('Messages by tenant', [
      'filter ispresent(tenantId) and ispresent(MessagesProcessed)',
      'stats sum(MessagesProcessed) as messages by tenantId, channel',
      'sort messages desc',
      'limit 50',
    ]),
    table('Failures by tenant', [
      'filter ispresent(tenantId) and (ispresent(TurnsFailed) or ispresent(RepliesFailed) or ispresent(AccountsHeld) or ispresent(RateLimited))',
      'stats sum(TurnsFailed) as turns, sum(RepliesFailed) as replies, sum(AccountsHeld) as held, sum(RateLimited) as limited by tenantId, channel',
      'sort turns desc',
      'limit 50',
    ]),
  ];
}

/** `Turns`, `Outbound` or `OutboundRoute`: the construct that a queue is part of. */
export function ownerOf(queue: Construct): string {
  return queue.node.scope?.node.id ?? queue.node.id;
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}
