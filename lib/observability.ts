import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { ApiStack } from './api.ts';
import { type AlarmRule, addAlarm } from './constructs/alarms/add-alarm.ts';
import {
  accountRule,
  functionRules,
  silenceRules,
  visitorRules,
} from './constructs/alarms/function-rules.ts';
import { apiRules, gatewayRules } from './constructs/alarms/gateway-rules.ts';
import { deadLetterRule, queueRules, routeRules } from './constructs/alarms/queue-rules.ts';
import { tableRules } from './constructs/alarms/table-rules.ts';
import {
  apiRow,
  functionRow,
  messageRow,
  ownerOf,
  queueRow,
  tenantRow,
  timeRow,
} from './constructs/dashboard-rows.ts';
import { Visitor } from './constructs/visitor.ts';
import type { DataStack } from './data.ts';
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

  /** Of the whole account: to tell stages apart, AWS wants cost tags that somebody has to switch on by hand. */
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
