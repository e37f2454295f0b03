import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/contract/routes.ts';
import { resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

let dev: Synthesized['templates'];
let prod: Synthesized['templates'];
beforeAll(() => {
  dev = synthesize('dev').templates;
  prod = synthesize('prod').templates;
});

describe('the data', () => {
  it('is encrypted, recoverable to a point in time, and protected in production', () => {
    for (const { properties } of resourcesOf(prod.data, 'AWS::DynamoDB::GlobalTable')) {
      expect(properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
      expect(properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(properties.Replicas).toMatchObject([
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ]);
    }
    for (const table of Object.values(prod.data.findResources('AWS::DynamoDB::GlobalTable')))
      expect(table.DeletionPolicy).toBe('Retain');
    for (const table of Object.values(dev.data.findResources('AWS::DynamoDB::GlobalTable')))
      expect(table.DeletionPolicy).toBe('Delete');
  });
});

describe('the API', () => {
  it('has every route of the table and no other, each with an integration', () => {
    const found = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
    expect(found.map(({ RouteKey }) => RouteKey).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { Target } of found) expect(JSON.stringify(Target)).toMatch(/integrations\/.*Ref/);
    for (const { properties } of resourcesOf(prod.api, 'AWS::ApiGatewayV2::Integration'))
      expect(properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
  });

  it('asks for a token exactly where the table says so', () => {
    const guarded = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').filter(
      ({ properties }) => properties.AuthorizationType === 'JWT' && properties.AuthorizerId,
    );
    expect(guarded.map(({ properties }) => properties.RouteKey)).toEqual(['GET /v1/auth/session']);
  });

  it('leaves CORS to the handler, throttles, and logs no query, header or body', () => {
    prod.api.hasResourceProperties('AWS::ApiGatewayV2::Api', { CorsConfiguration: Match.absent() });
    const [stage] = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Stage');
    expect(stage?.properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000 });
    expect(stage?.properties.AccessLogSettings.Format).not.toMatch(
      /querystring|\$context\.path\b|header|body/i,
    );
  });
});

describe('the queues', () => {
  const named = (name: string) =>
    resourcesOf(prod.messaging, 'AWS::SQS::Queue').find(({ properties }) => properties.QueueName === name)
      ?.properties;

  it.each([
    ['turns', 5],
    ['outbound', 25],
  ])('%s keeps groups in order at high throughput, gives up after %i receives', (name, receives) => {
    expect(named(`gateway-prod-${name}.fifo`)).toMatchObject({
      FifoQueue: true,
      FifoThroughputLimit: 'perMessageGroupId',
      DeduplicationScope: 'messageGroup',
      VisibilityTimeout: 360,
      RedrivePolicy: { maxReceiveCount: receives },
      SqsManagedSseEnabled: true,
    });
    expect(named(`gateway-prod-${name}-dead.fifo`)).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
  });

  it('are consumed ten at a time, and a failed record comes back alone', () => {
    const mappings = resourcesOf(prod.messaging, 'AWS::Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(2);
    for (const { properties } of mappings)
      expect(properties).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  });

  it('get replies of asynchronous channels from the bus, one group a conversation, each event once', () => {
    prod.messaging.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['messaging.gateway'],
        'detail-type': ['Channel.OutboundRequested'],
        detail: { channel: ['chatapp', 'chatapp-360', 'contactcenter'] },
      },
    });
    prod.messaging.hasResourceProperties('AWS::Pipes::Pipe', {
      TargetParameters: {
        InputTemplate: '<$.body>',
        SqsQueueParameters: {
          MessageGroupId: '$.body.detail.conversationId',
          MessageDeduplicationId: '$.body.detail.eventId',
        },
      },
    });
  });

  it('are joined by a schedule that says where it comes from, each minute', () => {
    const [schedule] = resourcesOf(prod.messaging, 'AWS::Scheduler::Schedule');
    expect(schedule?.properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(JSON.parse(schedule?.properties.Target.Input)).toMatchObject({ source: 'aws.scheduler' });
  });
});

describe('the sign-in', () => {
  it('takes access tokens from the version 2 trigger, on the plan that has it', () => {
    prod.identity.hasResourceProperties('AWS::Cognito::UserPool', {
      UserPoolTier: 'ESSENTIALS',
      MfaConfiguration: 'OPTIONAL',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0' } },
    });
  });

  it('has a public client for the code flow only, which cannot choose tenant and role', () => {
    const [client] = resourcesOf(prod.identity, 'AWS::Cognito::UserPoolClient');
    expect(client?.properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'profile', 'email'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
    });
    expect(client?.properties.ReadAttributes).toContain('custom:tenant_id');
    expect(client?.properties.WriteAttributes.join()).not.toContain('custom:');
  });
});

describe('the alarms', () => {
  it('watch every function, every queue and the API, and tell somebody', () => {
    const alarms = resourcesOf(prod.observability, 'AWS::CloudWatch::Alarm').map(
      ({ properties }) => properties,
    );
    const metrics = alarms.map(({ MetricName }) => MetricName);
    const count = (name: string) => metrics.filter((metric) => metric === name).length;
    expect(count('Errors')).toBe(8);
    expect(count('Throttles')).toBe(8);
    expect(count('ApproximateAgeOfOldestMessage')).toBe(3);
    expect(count('ApproximateNumberOfMessagesVisible')).toBe(3);
    expect(metrics).toEqual(expect.arrayContaining(['5xx', 'IntegrationLatency']));
    for (const { AlarmActions, OKActions } of alarms)
      expect([AlarmActions, OKActions]).toMatchObject([[{}], [{}]]);
  });

  it('take silence of the schedule for a failure, and no other silence', () => {
    const silent = resourcesOf(prod.observability, 'AWS::CloudWatch::Alarm')
      .filter(({ properties }) => properties.TreatMissingData === 'breaching')
      .map(({ properties }) => properties);
    expect(silent).toMatchObject([
      { MetricName: 'Invocations', ComparisonOperator: 'LessThanThreshold', Threshold: 1 },
    ]);
  });
});

describe('the admin application', () => {
  it('is served under a policy that allows nothing inline and no frame, and tells nobody its address', () => {
    const [policy] = resourcesOf(prod.web, 'AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ properties }) => properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig,
    );
    const written = JSON.stringify(policy.ContentSecurityPolicy);
    expect(written).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(written).toContain("frame-ancestors 'none'");
    expect(written).not.toContain('unsafe');
    expect(policy.ReferrerPolicy.ReferrerPolicy).toBe('no-referrer');
  });
});
