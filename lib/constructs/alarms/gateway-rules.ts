import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { limits } from '../../../src/contract/limits.ts';
import { channelNames } from '../../../src/contract/vocabulary.ts';
import type { Stage } from '../../stage.ts';
import { gatewayMetric, gatewaySum, routeDimensions } from '../gateway-metrics.ts';

/** Responses to API callers. */
export function apiRules(api: IHttpApi): AlarmRule[] {
  return [
    {
      id: 'api-5xx',
      metric: api.metricServerError({ ...everyMinute, statistic: 'Sum' }),
      above: 5,
      periods: 2,
      ofPeriods: 3,
      description:
        'The API answers with 5xx. The access log names the route (routeKey) and what went wrong; then read the log of its function.',
    },
    {
      id: 'api-latency',
      metric: api.metricIntegrationLatency({
        ...everyFive,
        statistic: 'p95',
        dimensionsMap: routeDimensions(api, { method: 'POST', path: '/v1/webchat/messages' }),
      }),
      above: limits.slowReplyMs,
      periods: 2,
      ofPeriods: 3,
      description:
        'One of twenty web chat messages is answered later than the slow-reply threshold. See StepMs for a slow step, and make it a background one.',
    },
  ];
}

const byChannel = channelNames.map((channel) => ({ channel }));

/** Problems that the gateway reports while every request succeeds. */
export function gatewayRules(stage: Stage): AlarmRule[] {
  const refusals = ['invalid_signature', 'invalid_credentials', 'address_not_allowed'].map((code) => ({
    operation: 'accept-webhook',
    code,
  }));
  return [
    failedTurnsRule(stage),
    {
      id: 'replies-failed',
      metric: gatewaySum(stage, 'RepliesFailed', byChannel),
      above: 5,
      description:
        'Providers refuse replies for good. "a reply is not sent", or "a delivery status is recorded" with the state failed, has tenant and reason: tell the tenant, or mend what the reason names.',
    },
    {
      id: 'webhooks-refused',
      metric: gatewaySum(stage, 'RequestsRefused', refusals),
      above: 20,
      periods: 2,
      ofPeriods: 3,
      description:
        'Webhooks do not prove who they are. Ask whether a secret was changed on one side only; else somebody tries: the access log has the addresses.',
    },
    {
      id: 'messages-given-up',
      metric: gatewaySum(stage, 'MessagesGivenUp', [...byChannel, { channel: 'unreadable' }]),
      above: 0,
      description:
        'Messages were given up: a flow raised, a record could not be read, or a service was away for a day. `gateway dlq list` tells whose and why: mend the cause, then redrive.',
    },
    {
      id: 'records-stuck',
      metric: gatewayMetric(stage, 'RecordsStuck', {}),
      above: 0,
      description: `A queued record was received more than ${limits.stuckReceives} times and is still not done. "a queued record failed" names its group and the reason: mend that, or drop it with \`gateway dlq\` once it is there.`,
    },
    {
      id: 'schedule-backlog',
      metric: gatewayMetric(stage, 'ScheduleBacklog', {}, { statistic: 'Maximum' }),
      above: 0,
      periods: 3,
      description:
        'For a quarter of an hour the schedule has not got through what was due. See the errors, throttles and duration of its function, and ScheduleLagMs for how late it is: unsettled turns and ended waits come late meanwhile.',
    },
    {
      id: 'user-sync-late',
      metric: gatewayMetric(stage, 'UserSyncAgeMs', {}, { statistic: 'Maximum', periodMinutes: 15 }),
      above: 2 * limits.userSyncEveryMs,
      periods: 2,
      description:
        "The index of users has not been wholly compared with the user pool for two days: what is changed in Cognito's own console may not be taken over. The log of user-sync says how far each run came; `gateway user sync` does it by hand.",
    },
    {
      id: 'hours-miscounted',
      metric: gatewayMetric(stage, 'HoursMiscounted', {}),
      above: 0,
      description:
        'The nightly count of the last two days has found an hour of the reports that was counted wrongly, and has mended it: a mark must have been lost. "an hour of the reports had been counted wrongly" has tenant and hour; look for errors of the function runs, and its dead letters, in the hours after it.',
    },
    {
      id: 'accounts-held',
      metric: gatewaySum(stage, 'AccountsHeld', byChannel),
      above: 0,
      description:
        'An account sends nothing until somebody mends it. "an account is held until it is mended" has tenant, account and reason: mend it, and its replies leave by themselves, within a day of each message.',
    },
  ];
}

/** One tenant's broken flow is that tenant's: its console shows it. A share of all turns is ours. */
function failedTurnsRule(stage: Stage): AlarmRule {
  const period = Duration.minutes(5);
  return {
    id: 'turns-failed',
    metric: new MathExpression({
      expression: 'IF(failed >= 10, 100 * failed / (failed + processed), 0)',
      usingMetrics: {
        failed: gatewaySum(stage, 'TurnsFailed', byChannel, 'f'),
        processed: gatewaySum(stage, 'MessagesProcessed', byChannel, 'p'),
      },
      label: 'TurnsFailed, percent',
      period,
    }),
    above: 2,
    periods: 2,
    ofPeriods: 3,
    description:
      'More than 2 % of the turns, and at least ten in five minutes, failed as the flow raised. The lines "the flow raised" name tenant and flow: one flow, roll it back; all of them, roll the deployment back.',
  };
}

/** The watched metric, its threshold, and the operator's action. */
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
  /** The meaning, and the first action. */
  readonly description: string;
}

/** Notifies when it starts and when it ends. */
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
    // Failure counts have no data on a good day; heartbeats always have.
    treatMissingData: isFloor ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

export const everyMinute = { period: Duration.minutes(1) };
export const everyFive = { period: Duration.minutes(5) };
