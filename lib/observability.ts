import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Dashboard, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { functionTimeoutMs } from '../src/contract/function-settings.ts';
import { type Table, tables } from '../src/contract/tables.ts';
import type { ApiStack } from './api.ts';
import {
  type AlarmRule,
  addAlarm,
  apiRules,
  everyFive,
  everyMinute,
  gatewayRules,
} from './constructs/alarms/gateway-rules.ts';
import {
  apiRow,
  functionRow,
  messageRow,
  ownerOf,
  queueRow,
  tenantRow,
  timeRow,
} from './constructs/dashboard-rows.ts';
import type { GatewayFunction } from './constructs/gateway-function.ts';
import type { OutboundRoute } from './constructs/outbound-route.ts';
import { Visitor } from './constructs/visitor.ts';
import type { DataStack, TableKey } from './data.ts';
import type { FunctionName } from './functions.ts';
import type { IdentityStack } from './identity.ts';
import { laterRegions } from './later-regions.ts';
import type { MessagingStack } from './messaging.ts';
import type { Stage } from './stage.ts';
import type { WebStack } from './web.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly web: WebStack;
  readonly bundleRoot: string;
  readonly identity: IdentityStack;
  readonly api: ApiStack;
  readonly messaging: MessagingStack;
}

/** One dashboard, and an alarm for everything that needs a person. */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, data, web, identity, api, messaging, ...props }: ObservabilityStackProps,
  ) {
    super(scope, id, props);
    const topic = this.createTopic(stage);
    const functions = [...api.functions, ...messaging.functions, identity.trigger];
    const rules = [
      ...functions.flatMap(functionRules),
      ...silenceRules(messaging.schedule, api.userSync),
      accountRule(stage),
      ...tableRules(data.tables),
      ...messaging.queues.flatMap((queue) => queueRules(queue, ownerOf(queue))),
      ...messaging.deadLetterQueues.map((queue) => deadLetterRule(queue, ownerOf(queue))),
      ...routeRules(messaging.outboundRoute),
      ...apiRules(api.api),
      ...gatewayRules(stage),
      ...this.addVisitor(stage, bundleRoot, data, web),
    ];
    const action = new SnsAction(topic);
    for (const rule of rules) addAlarm(this, rule, action);
    if (stage.monthlyBudgetUsd && !laterRegions.includes(this.region))
      this.limitSpending(stage.monthlyBudgetUsd, topic);
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${stage.prefix}overview`,
      defaultInterval: Duration.hours(3),
      widgets: [
        apiRow(stage, api),
        messageRow(stage),
        timeRow(stage, api.api),
        functionRow(functions),
        queueRow(messaging),
        tenantRow(functions),
      ],
    });
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
  }

  private addVisitor(stage: Stage, bundleRoot: string, data: DataStack, web: WebStack): AlarmRule[] {
    if (!stage.visitor) return [];
    const { visitor: writesTo } = stage;
    const { verifyTokens } = data;
    return visitorRules(
      new Visitor(this, 'Visitor', { stage, bundleRoot, writesTo, verifyTokens, baseUrl: web.baseUrl }),
    );
  }

  /** A topic's policy replaces the default one, which let the account's own alarms in: so it has to. */
  private createTopic(stage: Stage): Topic {
    const topic = new Topic(this, 'Alarms', { topicName: `${stage.prefix}alarms`, enforceSSL: true });
    const publishers = ['cloudwatch', 'budgets'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`));
    for (const principal of publishers) {
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [principal],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
        }),
      );
    }
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    return topic;
  }

  /** For the whole account: separate figures per stage need cost allocation tags, which are activated manually. */
  private limitSpending(monthlyUsd: number, topic: Topic): void {
    const tell = (
      notificationType: string,
      threshold: number,
    ): CfnBudget.NotificationWithSubscribersProperty => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
    });
    // Budgets tries the topic when it is made.
    budget.node.addDependency(topic);
  }
}

/** A function fails, is throttled, or comes close to its timeout. */
function functionRules(item: GatewayFunction): AlarmRule[] {
  const name = item.node.id as FunctionName;
  const rules: AlarmRule[] = [
    {
      id: `${name}-errors`,
      metric: item.function.metricErrors(everyFive),
      above: 0,
      description: `${name} failed or ran out of time. Its log group has the error and the correlation id; after a deployment, roll back.`,
    },
    {
      id: `${name}-throttles`,
      metric: item.function.metricThrottles(everyFive),
      above: 0,
      description: `${name} was throttled. Raise its concurrency in cdk.json if it has one, else the account's limit (Service Quotas, Lambda, concurrent executions).`,
    },
  ];
  // A long-poll always takes its full time, so its duration means nothing.
  if (name === 'poll') return rules;
  return [
    ...rules,
    {
      id: `${name}-duration`,
      metric: item.function.metricDuration({ ...everyFive, statistic: 'p99' }),
      above: 0.8 * functionTimeoutMs[name],
      periods: 2,
      ofPeriods: 3,
      description: `One of a hundred runs of ${name} takes more than 80 % of its timeout. Look at StepMs and SendMs on the dashboard: a slow service of a flow or of a provider? Else its log by duration.`,
    },
  ];
}

/** Alarms on what does not run at all. */
function silenceRule(id: string, item: LambdaFunction, minutes: number, description: string): AlarmRule {
  const metric = item.metricInvocations({ period: Duration.minutes(minutes) });
  return { id: `${id}-silent`, metric, below: 1, periods: 2, description };
}

function silenceRules(schedule: GatewayFunction, userSync: GatewayFunction): AlarmRule[] {
  return [
    silenceRule(
      schedule.node.id,
      schedule.function,
      5,
      'The schedule has not run for ten minutes: what a crash left behind is not settled, waits do not end. See that EveryMinute is enabled in EventBridge Scheduler and that its role may invoke the function.',
    ),
    silenceRule(
      userSync.node.id,
      userSync.function,
      30,
      "The index of users has not been looked after for an hour: what is changed in Cognito's own console is not taken over. See that SyncUsers is enabled in EventBridge Scheduler and that its role may invoke the function.",
    ),
  ];
}

/** The public address does not respond, or the canary itself does not run. */
function visitorRules({ function: visitor }: Visitor): AlarmRule[] {
  return [
    {
      id: 'visitor-failed',
      metric: visitor.metricErrors(everyMinute),
      above: 0,
      periods: 2,
      ofPeriods: 3,
      description:
        'The synthetic visitor is not served at the public address. Its log names the step (settings, message, poll, handshake, session, no route) and what was answered: begin with the function behind that.',
    },
    silenceRule(
      'visitor',
      visitor,
      5,
      'The synthetic visitor has not run for ten minutes: nobody tries the public address. See that its schedule is enabled in EventBridge Scheduler and its role may invoke it.',
    ),
  ];
}

/** Functions without executions of their own share what the account has left. */
function accountRule({ accountConcurrency }: Stage): AlarmRule {
  return {
    id: 'account-concurrency',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ClaimedAccountConcurrency',
      statistic: 'Maximum',
      ...everyMinute,
    }),
    above: Math.floor(0.8 * accountConcurrency),
    periods: 3,
    description: `The account's functions take more than 80 % of ${accountConcurrency} concurrent executions. Ask Service Quotas for more, and set accountConcurrency in cdk.json to what was granted.`,
  };
}

/** SQS delivers nothing from a FIFO queue with 120,000 messages in flight. */
const inFlightAlarm = 90_000;

/** Messages wait for longer than people do, or so many are in flight that SQS goes silent. */
function queueRules(queue: Queue, id: string): AlarmRule[] {
  const age: AlarmRule = {
    id: `${id}-age`,
    metric: queue.metricApproximateAgeOfOldestMessage({ ...everyMinute, statistic: 'Maximum' }),
    above: 120,
    periods: 3,
    description: `The oldest message of ${id} waits for more than two minutes. Look at the errors and throttles of its consumer; a service or provider that is down shows as StepsFailed or RepliesRetried.`,
  };
  if (!queue.fifo) return [age];
  return [
    age,
    {
      id: `${id}-in-flight`,
      metric: queue.metricApproximateNumberOfMessagesNotVisible({ ...everyMinute, statistic: 'Maximum' }),
      above: inFlightAlarm,
      periods: 3,
      description: `More than ${inFlightAlarm} messages of ${id} are in flight; at 120,000 SQS hands out none. Find what is retried ("a queued record failed" by reason) and mend or suspend it.`,
    },
  ];
}

/** Something was given up. */
function deadLetterRule(queue: Queue, id: string): AlarmRule {
  return {
    id: `${id}-dead-letters`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ ...everyMinute, statistic: 'Maximum' }),
    above: 0,
    description: `${id} holds messages given up after too many receives. Read the reason with \`gateway dlq list\` and in the log, mend the cause, then \`gateway dlq redrive\`.`,
  };
}

/** Replies do not get from the bus to the connector's queue. */
function routeRules({ rule, pipe, bus }: OutboundRoute): AlarmRule[] {
  return [
    {
      id: 'outbound-pipe-failed',
      metric: new Metric({
        namespace: 'AWS/EventBridge/Pipes',
        metricName: 'ExecutionFailed',
        dimensionsMap: { PipeName: pipe.ref },
        statistic: 'Sum',
        ...everyFive,
      }),
      above: 0,
      description:
        'The pipe from the outbound events to the connector fails. See its state in EventBridge (Pipes): does its role still reach both queues? The events wait in their queue meanwhile.',
    },
    {
      id: 'outbound-rule-failed',
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'FailedInvocations',
        dimensionsMap: { EventBusName: bus.eventBusName, RuleName: rule.ruleName },
        statistic: 'Sum',
        ...everyFive,
      }),
      above: 0,
      description:
        'The bus could not put replies on the outbound queue. See the policy of the queue outbound-events; what failed is in outbound-events-dead and goes back by aws sqs start-message-move-task.',
    },
  ];
}

/** DynamoDB refuses reads or writes of a table, or of one of its indexes, which holds up the table's own writes. */
function tableRules(deployed: Readonly<Record<TableKey, TableV2>>): AlarmRule[] {
  return Object.entries(deployed).flatMap(([key, table]) => {
    const { name, indexes = [] }: Table = tables[key as TableKey];
    const ofIndexes = indexes.map((index) => throttleRule(table, `${name}-${index.name}`, index.name));
    return [throttleRule(table, name), ...ofIndexes];
  });
}

function throttleRule(table: TableV2, id: string, index?: string): AlarmRule {
  const metric = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) },
      statistic: 'Sum',
      ...everyFive,
    });
  return {
    id: `${id}-throttled`,
    metric: new MathExpression({
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      usingMetrics: { reads: metric('ReadThrottleEvents'), writes: metric('WriteThrottleEvents') },
      label: id,
      ...everyFive,
    }),
    above: 0,
    periods: 2,
    ofPeriods: 3,
    description: `DynamoDB throttles ${id}. Set warm throughput on the table if traffic more than doubled within half an hour; if one tenant's key is hot (Contributor Insights), lower its limit_per_minute.`,
  };
}
