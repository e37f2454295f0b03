import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { OutboundRoute } from '../outbound-route.ts';
import { type AlarmRule, everyFive, everyMinute } from './add-alarm.ts';

/** SQS hands out nothing of a FIFO queue that has 120,000 messages in flight. */
const inFlightAlarm = 90_000;

/** Messages wait for longer than people do, or so many are in flight that SQS goes silent. */
export function queueRules(queue: Queue, id: string): AlarmRule[] {
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
export function deadLetterRule(queue: Queue, id: string): AlarmRule {
  return {
    id: `${id}-dead-letters`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ ...everyMinute, statistic: 'Maximum' }),
    above: 0,
    description: `${id} holds messages given up after too many receives. Read the reason with \`gateway dlq list\` and in the log, mend the cause, then \`gateway dlq redrive\`.`,
  };
}

/** Replies do not get from the bus to the connector's queue. */
export function routeRules({ rule, pipe, bus }: OutboundRoute): AlarmRule[] {
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
