import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { limits } from '../../src/contract/limits.ts';
import { channelNames } from '../../src/contract/vocabulary.ts';
import { type FunctionName, functions } from '../functions.ts';
import type { Stage } from '../stage.ts';
import type { GatewayFunction } from './gateway-function.ts';
import { gatewaySum } from './gateway-metrics.ts';

export interface AlarmRule {
  readonly id: string;
  readonly metric: IMetric;
  /** Raised when the metric is above this; silence is no alarm. */
  readonly above?: number;
  /** Raised when the metric is below this; silence is an alarm. */
  readonly below?: number;
  /** In so many periods of the last `ofPeriods`. */
  readonly periods?: number;
  readonly ofPeriods?: number;
  /** What it means and where to look first. */
  readonly description: string;
}

/** Raises an alarm, and says when it is over. */
export function addAlarm(scope: Construct, rule: AlarmRule, action: SnsAction): Alarm {
  const { id, metric, above, below, periods = 1, ofPeriods = periods, description } = rule;
  const isFloor = below !== undefined;
  const alarm = new Alarm(scope, id, {
    metric,
    threshold: below ?? above ?? 0,
    comparisonOperator: isFloor
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_THRESHOLD,
    datapointsToAlarm: periods,
    evaluationPeriods: ofPeriods,
    treatMissingData: isFloor ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

const everyMinute = { period: Duration.minutes(1) };
const everyFive = { period: Duration.minutes(5) };

/** A function fails, is throttled, or comes close to its timeout. */
export function functionRules(item: GatewayFunction): AlarmRule[] {
  const name = item.node.id as FunctionName;
  const { timeoutMs } = functions[name];
  const rules: AlarmRule[] = [
    {
      id: `${name}-errors`,
      metric: item.function.metricErrors(everyFive),
      above: 0,
      description: `${name} failed: see its log for the error and the correlation id.`,
    },
    {
      id: `${name}-throttles`,
      metric: item.function.metricThrottles(everyFive),
      above: 0,
      description: `${name} was throttled: raise its reserved concurrency or the account's limit.`,
    },
  ];
  if (name === 'schedule') {
    rules.push({
      id: 'schedule-silent',
      metric: item.function.metricInvocations(everyFive),
      below: 1,
      periods: 2,
      description: 'The schedule has not run for ten minutes: what a crash left behind is not settled.',
    });
  }
  // A long-poll lasts as long as it may: its duration says nothing.
  if (name === 'poll') return rules;
  return [
    ...rules,
    {
      id: `${name}-duration`,
      metric: item.function.metricDuration({ ...everyFive, statistic: 'p99' }),
      above: 0.8 * timeoutMs,
      periods: 2,
      ofPeriods: 3,
      description: `One of a hundred runs of ${name} takes more than 80 % of its timeout.`,
    },
  ];
}

/** Messages wait for longer than people do. */
export function queueRule(queue: Queue, id: string): AlarmRule {
  return {
    id: `${id}-age`,
    metric: queue.metricApproximateAgeOfOldestMessage({ ...everyMinute, statistic: 'Maximum' }),
    above: 120,
    periods: 3,
    description: `The oldest message of ${id} waits for more than two minutes: is its consumer failing or throttled?`,
  };
}

/** Something was given up. */
export function deadLetterRule(queue: Queue, id: string): AlarmRule {
  return {
    id: `${id}-dead-letters`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ ...everyMinute, statistic: 'Maximum' }),
    above: 0,
    description: `${id} holds messages given up after too many receives: mend the cause, then redrive.`,
  };
}

/** What callers of the API see. */
export function apiRules(api: HttpApi): AlarmRule[] {
  return [
    {
      id: 'api-5xx',
      metric: api.metricServerError({ ...everyMinute, statistic: 'Sum' }),
      above: 5,
      periods: 2,
      ofPeriods: 3,
      description: 'The API answers with 5xx: see the access log for the route, then its function.',
    },
    {
      id: 'api-latency',
      metric: api.metricIntegrationLatency({
        ...everyFive,
        statistic: 'p95',
        dimensionsMap: {
          ApiId: api.apiId,
          Stage: '$default',
          Method: 'POST',
          Resource: '/v1/webchat/messages',
        },
      }),
      above: limits.slowReplyMs,
      periods: 2,
      ofPeriods: 3,
      description: 'One of twenty web chat messages is answered later than the slow-reply threshold.',
    },
  ];
}

/** What the gateway itself says is going wrong, while everything answers. */
export function gatewayRules(stage: Stage): AlarmRule[] {
  const byChannel = channelNames.map((channel) => ({ channel }));
  const refusals = ['invalid_signature', 'invalid_credentials', 'address_not_allowed'].map((code) => ({
    operation: 'accept-webhook',
    code,
  }));
  return [
    {
      id: 'turns-failed',
      metric: gatewaySum(stage, 'TurnsFailed', byChannel),
      above: 0,
      description:
        'A flow raised: see the log line "the flow raised" for tenant and flow, and roll the flow back.',
    },
    {
      id: 'replies-failed',
      metric: gatewaySum(stage, 'RepliesFailed', byChannel),
      above: 5,
      description: 'Providers refuse replies for good: see "a reply is not sent" for tenant and reason.',
    },
    {
      id: 'accounts-held',
      metric: gatewaySum(stage, 'AccountsHeld', byChannel),
      above: 0,
      description:
        'An account sends nothing until somebody mends it: see "an account is held until it is mended" for its reason.',
    },
    {
      id: 'webhooks-refused',
      metric: gatewaySum(stage, 'RequestsRefused', refusals),
      above: 20,
      periods: 2,
      ofPeriods: 3,
      description:
        'Webhooks do not prove who they are: a secret was changed on one side only, or somebody tries.',
    },
  ];
}
