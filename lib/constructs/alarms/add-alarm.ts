import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';

/** What is watched, when it is too much, and what a person then does. */
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
  /** What it means and what to do first. */
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
    // What counts failures is silent on a good day; what counts life is not.
    treatMissingData: isFloor ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

export const everyMinute = { period: Duration.minutes(1) };
export const everyFive = { period: Duration.minutes(5) };
