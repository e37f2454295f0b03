import { type Duration, Stack } from 'aws-cdk-lib';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { NagSuppressions } from 'cdk-nag';
import type { GatewayFunction } from './gateway-function.ts';

/** Has EventBridge Scheduler run a function again and again. No retries: the next run does what one didn't. */
export function runEvery(
  item: GatewayFunction,
  { id, description, every }: { readonly id: string; readonly description: string; readonly every: Duration },
): void {
  const stack = Stack.of(item);
  const schedule = new Schedule(stack, id, {
    description,
    schedule: ScheduleExpression.rate(every),
    target: new LambdaInvoke(item.function, {
      // Without an input of its own a schedule's event doesn't say where it comes from.
      input: ScheduleTargetInput.fromObject({
        source: 'aws.scheduler',
        id: ContextAttribute.executionId,
        time: ContextAttribute.scheduledTime,
      }),
      retryAttempts: 0,
      maxEventAge: every,
    }),
  });
  NagSuppressions.addStackSuppressions(stack, [
    {
      id: 'AwsSolutions-IAM5',
      reason: "The scheduler's role may invoke any version of this one function: the construct grants it so.",
      appliesTo: [{ regex: `/^Resource::<${item.node.id.replaceAll('-', '')}.*Function.*\\.Arn>:\\*$/` }],
    },
  ]);
  schedule.node.addDependency(item.function);
}
