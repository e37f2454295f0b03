import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type FunctionName, functions } from '../../functions.ts';
import type { Stage } from '../../stage.ts';
import type { GatewayFunction } from '../gateway-function.ts';
import type { Visitor } from '../visitor.ts';
import { type AlarmRule, everyFive, everyMinute } from './add-alarm.ts';

/** A function fails, is throttled, or comes close to its timeout. */
export function functionRules(item: GatewayFunction): AlarmRule[] {
  const name = item.node.id as FunctionName;
  const { timeoutMs } = functions[name];
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
      description: `One of a hundred runs of ${name} takes more than 80 % of its timeout. Look at StepMs and SendMs on the dashboard: a slow service of a flow or of a provider? Else its log by duration.`,
    },
  ];
}

/** Nobody notices a schedule that does not run. */
export function silenceRules(schedule: GatewayFunction, userSync: GatewayFunction): AlarmRule[] {
  return [
    {
      id: `${schedule.node.id}-silent`,
      metric: schedule.function.metricInvocations(everyFive),
      below: 1,
      periods: 2,
      description:
        'The schedule has not run for ten minutes: what a crash left behind is not settled, waits do not end. See that EveryMinute is enabled in EventBridge Scheduler and that its role may invoke the function.',
    },
    {
      id: `${userSync.node.id}-silent`,
      metric: userSync.function.metricInvocations({ period: Duration.minutes(30) }),
      below: 1,
      periods: 2,
      description:
        "The index of users has not been looked after for an hour: what is changed in Cognito's own console is not taken over. See that SyncUsers is enabled in EventBridge Scheduler and that its role may invoke the function.",
    },
  ];
}

/** Whoever writes to the gateway by its public address gets no answer, or the visitor itself is gone. */
export function visitorRules({ function: visitor }: Visitor): AlarmRule[] {
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
    {
      id: 'visitor-silent',
      metric: visitor.metricInvocations(everyFive),
      below: 1,
      periods: 2,
      description:
        'The synthetic visitor has not run for ten minutes: nobody tries the public address. See that its schedule is enabled in EventBridge Scheduler and its role may invoke it.',
    },
  ];
}

/** Functions without executions of their own share what the account has left. */
export function accountRule({ accountConcurrency }: Stage): AlarmRule {
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
