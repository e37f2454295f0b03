import { beforeAll, describe, expect, it } from 'vitest';
import { alarmMetrics } from '../../bin/cost/bill.ts';
import { awsMetrics } from './aws-metrics.ts';
import { alarmMetricsOf } from './gateway-metrics-in.ts';
import { deployments, type Resource, resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

type Properties = Resource['properties'];

const ownNamespace = /^MessagingGateway\//;

describe.each(deployments)('the alarms of %s', (_, stage, changes) => {
  let templates: Synthesized['templates'];
  let alarms: readonly Resource[];
  beforeAll(() => {
    ({ templates } = synthesize(stage, changes));
    alarms = resourcesOf(templates.observability, 'AWS::CloudWatch::Alarm');
  }, 240_000);

  it('reach a topic that lets CloudWatch publish for this account', () => {
    const topics = topicsOf(templates);
    expect(alarms.length).toBeGreaterThan(40);
    for (const { properties } of alarms) {
      expect(properties.ActionsEnabled).not.toBe(false);
      for (const actions of [properties.AlarmActions, properties.OKActions]) {
        expect(actions).toHaveLength(1);
        const topic = topics.get(actions[0].Ref);
        expect(topic).toBeDefined();
        expect(mayPublish(topic ?? [], 'cloudwatch.amazonaws.com')).toBe(true);
      }
    }
  });

  it('watch the metrics that AWS publishes, under their dimensions', () => {
    const watched = alarms.flatMap(({ properties }) => alarmMetricsOf(properties));
    const ofAws = watched.filter(({ Namespace }) => !ownNamespace.test(Namespace));
    for (const { Namespace, MetricName, Dimensions = [] } of ofAws) {
      const known = awsMetrics[Namespace]?.[MetricName]?.map((names) => names.toSorted().join());
      const names = Dimensions.map(({ Name }) => Name);
      expect(known, `${Namespace} ${MetricName}`).toContain(names.toSorted().join());
    }
    const seen = new Set(ofAws.map(({ Namespace }) => Namespace));
    expect([...seen].sort()).toEqual(Object.keys(awsMetrics).sort());
  });

  it("are beside a dashboard that times routes of the API, each under API Gateway's name for it", () => {
    const [dashboard] = resourcesOf(templates.observability, 'AWS::CloudWatch::Dashboard');
    const keys = resourcesOf(templates.api, 'AWS::ApiGatewayV2::Route').map(
      ({ properties }) => properties.RouteKey,
    );
    const timed = [
      ...JSON.stringify(dashboard?.properties.DashboardBody)
        .replaceAll('\\"', '"')
        .matchAll(/"Latency",[^\]]*?"Method","(\w+)","Resource","([^"]+)"/g),
    ].map(([, method, path]) => `${method} ${path}`);
    expect(timed).toContain('POST /v1/webchat/messages');
    expect(timed).toContain('POST /v1/webhooks/chatapp-a');
    expect(keys).toEqual(expect.arrayContaining(timed));
  });

  it('treat missing data as a failure only of what must run', () => {
    for (const { properties } of alarms) {
      const isFloor = properties.ComparisonOperator === 'LessThanThreshold';
      expect(properties.TreatMissingData).toBe(isFloor ? 'breaching' : 'notBreaching');
    }
    const floors = alarms.filter(({ properties }) => properties.TreatMissingData === 'breaching');
    expect(floors.map(({ properties }) => properties.MetricName)).toContain('Invocations');
  });

  it('say what to do, in the characters that CloudWatch accepts', () => {
    for (const { properties } of alarms) {
      expect(properties.AlarmDescription).toMatch(/\. \S.+|: \S.+\. \S.+/);
      expect(properties.AlarmDescription.length).toBeLessThan(1024);
      // Nothing is instrumented, so no trace shows a call.
      expect(properties.AlarmDescription).not.toMatch(/x-ray/i);
    }
  });

  it("fit CloudWatch's limits: ten metrics an alarm, a day of periods", () => {
    for (const { properties } of alarms) {
      expect(alarmMetricsOf(properties).length).toBeLessThanOrEqual(10);
      expect(properties.EvaluationPeriods * (properties.Period ?? 300)).toBeLessThanOrEqual(86_400);
    }
  });

  it('cost what the bill says', () => {
    const watched = alarms.filter(({ id }) => !/visitor/i.test(id));
    expect(watched.flatMap(({ properties }) => alarmMetricsOf(properties))).toHaveLength(alarmMetrics);
  });

  it('watch every function, queue, table and index', () => {
    const of = (name: string, stacks = Object.values(templates)) =>
      stacks.flatMap((template) => resourcesOf(template, name));
    const functions = of('AWS::Lambda::Function').filter(({ properties }) =>
      String(properties.FunctionName).startsWith('gateway-'),
    );
    const queues = of('AWS::SQS::Queue').map(({ properties }) => properties);
    const count = (metric: string) =>
      alarms.filter(({ properties }) =>
        alarmMetricsOf(properties).some(({ MetricName }) => MetricName === metric),
      ).length;
    expect(count('Errors')).toBe(functions.length);
    expect(count('ApproximateAgeOfOldestMessage')).toBe(
      queues.filter(({ RedrivePolicy }) => RedrivePolicy).length,
    );
    expect(count('ApproximateNumberOfMessagesVisible')).toBe(
      queues.filter(({ RedrivePolicy }) => !RedrivePolicy).length,
    );
    expect(count('ApproximateNumberOfMessagesNotVisible')).toBe(
      queues.filter(({ RedrivePolicy, FifoQueue }) => RedrivePolicy && FifoQueue).length,
    );
    const tables = of('AWS::DynamoDB::GlobalTable').map(({ properties }) => properties);
    const indexes = tables.flatMap(({ GlobalSecondaryIndexes = [] }) => GlobalSecondaryIndexes);
    expect(count('WriteThrottleEvents')).toBe(tables.length + indexes.length);
    expect(count('ReadThrottleEvents')).toBe(tables.length + indexes.length);
  });
});

describe('spending', () => {
  it('of production has a budget whose alerts reach the topic too', () => {
    const [, stage, changes] = deployments[1] ?? ['', 'prod', {}];
    const { templates } = synthesize(stage, changes);
    const [budget] = resourcesOf(templates.observability, 'AWS::Budgets::Budget');
    expect(budget?.properties.Budget).toMatchObject({ BudgetType: 'COST', TimeUnit: 'MONTHLY' });
    const topics = topicsOf(templates);
    for (const { Subscribers } of budget?.properties.NotificationsWithSubscribers ?? []) {
      expect(Subscribers).toMatchObject([{ SubscriptionType: 'SNS' }]);
      expect(mayPublish(topics.get(Subscribers[0].Address.Ref) ?? [], 'budgets.amazonaws.com')).toBe(true);
    }
  });
});

/** Statements of the policy of each topic, by the topic's logical id. */
function topicsOf({ observability }: Synthesized['templates']): ReadonlyMap<string, readonly Properties[]> {
  const policies = resourcesOf(observability, 'AWS::SNS::TopicPolicy');
  return new Map(
    resourcesOf(observability, 'AWS::SNS::Topic').map(({ id }) => [
      id,
      policies
        .filter(({ properties }) => properties.Topics.some(({ Ref }: { Ref: string }) => Ref === id))
        .flatMap(({ properties }) => properties.PolicyDocument.Statement),
    ]),
  );
}

/** An Allow for this service and account, and no Deny but of what comes without TLS. */
function mayPublish(statements: readonly Properties[], service: string): boolean {
  const allowed = statements.some(
    ({ Effect, Action, Principal, Condition }) =>
      Effect === 'Allow' &&
      Action === 'sns:Publish' &&
      [Principal.Service].flat().includes(service) &&
      Condition?.StringEquals?.['aws:SourceAccount'] !== undefined,
  );
  const denied = statements.some(
    ({ Effect, Condition }) =>
      Effect === 'Deny' && JSON.stringify(Condition) !== '{"Bool":{"aws:SecureTransport":"false"}}',
  );
  return allowed && !denied;
}
