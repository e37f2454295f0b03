import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { ApiStack } from './api.ts';
import { addAlarm, apiRules, deadLetterRule, functionRules, queueRule } from './constructs/alarms.ts';
import type { GatewayFunction } from './constructs/gateway-function.ts';
import type { MessagingStack } from './messaging.ts';
import type { Stage } from './stage.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly stage: Stage;
  readonly api: ApiStack;
  readonly messaging: MessagingStack;
}

/** One dashboard, and an alarm for everything that needs a person. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, { stage, api, messaging, ...props }: ObservabilityStackProps) {
    super(scope, id, props);
    const topic = new Topic(this, 'Alarms', { topicName: `${stage.prefix}alarms`, enforceSSL: true });
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    const functions = [...api.functions, ...messaging.functions];
    const rules = [
      ...functions.flatMap(functionRules),
      ...messaging.queues.map((queue) => queueRule(queue, idOf(queue))),
      ...messaging.deadLetterQueues.map((queue) => deadLetterRule(queue, idOf(queue))),
      ...apiRules(api.api),
    ];
    const action = new SnsAction(topic);
    for (const rule of rules) addAlarm(this, rule, action);
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${stage.prefix}overview`,
      defaultInterval: Duration.hours(3),
      widgets: [apiRow(api), functionRow(functions), queueRow(messaging)],
    });
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
  }
}

/** `Turns`, `Outbound` or `OutboundRoute`: the construct that a queue is part of. */
function idOf(queue: Construct): string {
  return queue.node.scope?.node.id ?? queue.node.id;
}

function apiRow({ api }: ApiStack): IWidget[] {
  return [
    graph('Requests', [api.metricCount(), api.metricClientError(), api.metricServerError()]),
    graph('Latency of the API', [
      api.metricLatency({ statistic: 'p50' }),
      api.metricLatency({ statistic: 'p95' }),
      api.metricLatency({ statistic: 'p99' }),
    ]),
  ];
}

function functionRow(functions: readonly GatewayFunction[]): IWidget[] {
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

function queueRow({ queues, deadLetterQueues }: MessagingStack): IWidget[] {
  return [
    graph(
      'Age of the oldest message',
      queues.map((queue) =>
        queue.metricApproximateAgeOfOldestMessage({ label: idOf(queue), statistic: 'Maximum' }),
      ),
    ),
    graph(
      'Messages sent',
      queues.map((queue) => queue.metricNumberOfMessagesSent({ label: idOf(queue) })),
    ),
    graph(
      'Dead letters',
      deadLetterQueues.map((queue) =>
        queue.metricApproximateNumberOfMessagesVisible({ label: idOf(queue), statistic: 'Maximum' }),
      ),
    ),
  ];
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8, height: 6 });
}
