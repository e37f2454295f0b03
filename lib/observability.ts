import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { ApiStack } from './api.ts';
import {
  addAlarm,
  apiRules,
  deadLetterRule,
  functionRules,
  gatewayRules,
  queueRule,
} from './constructs/alarms.ts';
import {
  apiRow,
  functionRow,
  messageRow,
  ownerOf,
  queueRow,
  tenantRow,
  timeRow,
} from './constructs/dashboard-rows.ts';
import type { IdentityStack } from './identity.ts';
import type { MessagingStack } from './messaging.ts';
import type { Stage } from './stage.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly stage: Stage;
  readonly identity: IdentityStack;
  readonly api: ApiStack;
  readonly messaging: MessagingStack;
}

/** One dashboard, and an alarm for everything that needs a person. */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, identity, api, messaging, ...props }: ObservabilityStackProps,
  ) {
    super(scope, id, props);
    const topic = new Topic(this, 'Alarms', { topicName: `${stage.prefix}alarms`, enforceSSL: true });
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    const functions = [...api.functions, ...messaging.functions, identity.trigger];
    const rules = [
      ...functions.flatMap(functionRules),
      ...messaging.queues.map((queue) => queueRule(queue, ownerOf(queue))),
      ...messaging.deadLetterQueues.map((queue) => deadLetterRule(queue, ownerOf(queue))),
      ...apiRules(api.api),
      ...gatewayRules(stage),
    ];
    const action = new SnsAction(topic);
    for (const rule of rules) addAlarm(this, rule, action);
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${stage.prefix}overview`,
      defaultInterval: Duration.hours(3),
      widgets: [
        apiRow(stage, api),
        messageRow(stage),
        timeRow(stage),
        functionRow(functions),
        queueRow(messaging),
        tenantRow(functions),
      ],
    });
    new CfnOutput(this, 'AlarmTopic', { value: topic.topicArn });
  }
}
