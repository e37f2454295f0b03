import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessLogFormat } from '../../lib/api.ts';
import { stackResources } from '../../src/cli/commands/preflight.ts';
import { routes } from '../../src/contract/routes.ts';
import {
  addresses,
  type Resource,
  resourcesOf,
  type Synthesized,
  synthesize,
  withDomains,
} from './synthesize.ts';

type Properties = Resource['properties'];

let dev: Synthesized['templates'];
let prod: Synthesized['templates'];
beforeAll(() => {
  dev = synthesize('dev').templates;
  prod = synthesize('prod', addresses).templates;
}, 240_000);

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
      expect(table).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
    for (const table of Object.values(dev.data.findResources('AWS::DynamoDB::GlobalTable')))
      expect(table.DeletionPolicy).toBe('Delete');
  });
});

describe('the API', () => {
  it('has every route of the table, and one for unknown paths, each with an integration', () => {
    const found = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties);
    expect(found.map(({ RouteKey }) => RouteKey).sort()).toEqual(
      [...routes.map(({ method, path }) => `${method} ${path}`), '$default', 'GET /docs/{proxy+}'].sort(),
    );
    for (const { Target } of found) expect(JSON.stringify(Target)).toMatch(/integrations\/.*Ref/);
    for (const { properties } of resourcesOf(prod.api, 'AWS::ApiGatewayV2::Integration'))
      if (properties.IntegrationType !== 'HTTP_PROXY')
        expect(properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
  });

  it('requires a token exactly where the table says so', () => {
    const guarded = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').filter(
      ({ properties }) => properties.AuthorizationType === 'JWT' && properties.AuthorizerId,
    );
    const asked = routes.filter(({ authorizer }) => authorizer === 'jwt');
    expect(guarded.map(({ properties }) => properties.RouteKey).sort()).toEqual(
      asked.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(asked.length).toBeGreaterThan(10);
  });

  it('has one permission for all routes of a function of the admin API: the policy of a function holds 20 KB', () => {
    const permitted = resourcesOf(prod.api, 'AWS::Lambda::Permission').filter(({ properties }) =>
      JSON.stringify(properties.FunctionName).includes('admin'),
    );
    expect(permitted).toHaveLength(5);
    for (const { properties } of permitted) expect(JSON.stringify(properties.SourceArn)).toContain('/*/*');
  });

  it('leaves CORS to the handler, throttles, and logs no query, header or body', () => {
    prod.web.hasResourceProperties('AWS::ApiGatewayV2::Api', { CorsConfiguration: Match.absent() });
    const [stage] = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Stage');
    expect(stage?.properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 100 });
    expect(stage?.properties.AccessLogSettings.Format).not.toMatch(
      /querystring|\$context\.path\b|header|body/i,
    );
    // The bill counts the bytes of this one.
    expect(stage?.properties.AccessLogSettings.Format).toBe(accessLogFormat);
    // API Gateway escapes no quotes in what it says in words.
    expect(stage?.properties.AccessLogSettings.Format).not.toMatch(/rrorMessage|authorizer\.error/);
  });

  it('throttles each busy route separately, by names that the stage finds', () => {
    const [stage] = Object.values(prod.api.findResources('AWS::ApiGatewayV2::Stage'));
    const { RouteSettings } = stage?.Properties ?? {};
    const keys = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').map(
      ({ properties }) => properties.RouteKey,
    );
    expect(keys).toEqual(expect.arrayContaining(Object.keys(RouteSettings)));
    expect(Object.keys(RouteSettings)).toContain('POST /v1/webchat/messages');
    for (const settings of Object.values(RouteSettings))
      expect(settings).toMatchObject({
        ThrottlingRateLimit: expect.any(Number),
        ThrottlingBurstLimit: expect.any(Number),
        DetailedMetricsEnabled: true,
      });
    const routeIds = resourcesOf(prod.api, 'AWS::ApiGatewayV2::Route').map(({ id }) => id);
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(routeIds));
  });

  it('has no second address beside its own domain', () => {
    const { templates } = synthesize('prod', withDomains);
    const disabled = ({ web }: Synthesized['templates']) =>
      resourcesOf(web, 'AWS::ApiGatewayV2::Api').map(
        ({ properties }) => properties.DisableExecuteApiEndpoint,
      );
    expect([disabled(templates), disabled(prod)]).toEqual([[true], [false]]);
  });
});

describe('the queues', () => {
  const named = (name: string) =>
    resourcesOf(prod.messaging, 'AWS::SQS::Queue').find(({ properties }) => properties.QueueName === name)
      ?.properties;

  it.each([
    ['turns', 1000],
    ['continuations', 1000],
    ['outbound', 1000],
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

  it('are consumed ten at a time, continuations one by one, files five, and a failed record is returned alone', () => {
    const mappings = resourcesOf(prod.messaging, 'AWS::Lambda::EventSourceMapping');
    expect(mappings.map(({ properties }) => properties.BatchSize).toSorted()).toEqual([1, 10, 10, 10, 10, 5]);
    for (const { properties } of mappings)
      expect(properties).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
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

  it('have a schedule that names its source, each minute', () => {
    const [schedule] = resourcesOf(prod.messaging, 'AWS::Scheduler::Schedule');
    expect(schedule?.properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(JSON.parse(schedule?.properties.Target.Input)).toMatchObject({ source: 'aws.scheduler' });
  });
});

describe('the sign-in', () => {
  const pool = (templates: Synthesized['templates']) =>
    resourcesOf(templates.identity, 'AWS::Cognito::UserPool')[0]?.properties;

  it('takes access tokens from the version 2 trigger, on the plan that has it', () => {
    expect(pool(prod)).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: 'V2_0' } },
    });
  });

  it('mails invitations that say where to sign in', () => {
    const { EmailMessage } = pool(prod).AdminCreateUserConfig.InviteMessageTemplate;
    expect(JSON.stringify(EmailMessage)).toMatch(/Sign in at .*Admin.*\{username\}.*\{####\}/);
  });

  it('requires a second factor where the stage is protected or says so', () => {
    const mfa = (templates: Synthesized['templates']) => pool(templates).MfaConfiguration;
    expect([mfa(prod), mfa(dev), mfa(synthesize('dev', { mfa: 'on' }).templates)]).toEqual([
      'ON',
      'OPTIONAL',
      'ON',
    ]);
    expect(pool(prod).EnabledMfas).toEqual(['SOFTWARE_TOKEN_MFA']);
  });

  it("mails by SES from the stage's own address", () => {
    expect(pool(prod).EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'gateway@acme.com',
    });
    expect(JSON.stringify(pool(prod).EmailConfiguration.SourceArn)).toMatch(/:identity\/acme\.com"/);
    expect(pool(dev).EmailConfiguration).toBeUndefined();
  });

  it('has a public client for the code flow only, which cannot choose tenant and role', () => {
    const [client] = resourcesOf(prod.signIn, 'AWS::Cognito::UserPoolClient');
    expect(client?.properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'profile', 'email'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      EnableTokenRevocation: true,
    });
    expect(client?.properties.ReadAttributes).toContain('custom:tenant_id');
    expect(client?.properties.WriteAttributes.join()).not.toContain('custom:');
  });

  it("issues access tokens that expire after a quarter of an hour, since they can't be revoked", () => {
    const [client] = resourcesOf(prod.signIn, 'AWS::Cognito::UserPoolClient');
    expect(client?.properties).toMatchObject({
      AccessTokenValidity: 15,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    });
  });
});

describe('a failed deployment can be retried', () => {
  it('nothing that it created under a fixed name stays behind', () => {
    for (const template of Object.values(prod)) {
      const kept = Object.entries(template.toJSON().Resources as Record<string, { DeletionPolicy?: string }>);
      expect(kept.filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain').map(([id]) => id)).toEqual(
        [],
      );
    }
  });

  it('the domain of the sign-in, which may be taken, is in another stack than the protected users', () => {
    expect(resourcesOf(prod.identity, 'AWS::Cognito::UserPoolDomain')).toEqual([]);
    expect(resourcesOf(prod.signIn, 'AWS::Cognito::UserPoolDomain')).toHaveLength(1);
  });

  it('names of services that are the same in all regions carry the region', () => {
    const named: Record<string, (properties: Properties) => unknown> = {
      'AWS::CloudFront::ResponseHeadersPolicy': ({ ResponseHeadersPolicyConfig: { Name } }) => Name,
      'AWS::CloudFront::OriginAccessControl': ({ OriginAccessControlConfig: { Name } }) => Name,
      'AWS::CloudFront::Function': ({ Name }) => Name,
      'AWS::IAM::Role': ({ RoleName }) => RoleName,
      'AWS::S3::Bucket': ({ BucketName }) => BucketName,
      'AWS::Budgets::Budget': ({ Budget: { BudgetName } }) => BudgetName,
    };
    const names = Object.entries(named).flatMap(([type, nameOf]) =>
      Object.values(prod).flatMap((template) =>
        resourcesOf(template, type).map(({ properties }) => nameOf(properties)),
      ),
    );
    const fixed = names.filter((name) => name !== undefined && !JSON.stringify(name).includes('AWS::Region'));
    expect(fixed).toEqual([]);
    expect(names.filter((name) => name !== undefined).length).toBeGreaterThanOrEqual(5);
  });

  it('preflight checks the region for every type of resource, and for the tags of those that have some', () => {
    const all = [dev, prod, synthesize('prod', withDomains).templates].flatMap((stacks) =>
      Object.values(stacks),
    );
    const used: Record<string, readonly string[]> = {};
    for (const template of all)
      for (const { Type, Properties = {} } of Object.values<{
        readonly Type: string;
        readonly Properties?: object;
      }>(template.toJSON().Resources ?? {}))
        if (Type.startsWith('AWS::')) used[Type] = 'Tags' in Properties ? ['Tags'] : (used[Type] ?? []);
    expect(stackResources).toEqual(used);
  });

  it("the CDK's feature flags are pinned, whatever its version recommends", () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const pinned = Object.keys(context).filter((key) => key.startsWith('@aws-cdk/'));
    // All that the CDK would ask about at each synthesis, those of services that the stacks don't use too.
    expect(pinned.length).toBeGreaterThanOrEqual(88);
    expect(context['@aws-cdk/core:defaultCrossStackReferences']).toBe('weak');
    expect(readFileSync('lib/add-stacks.ts', 'utf8')).not.toContain('RECOMMENDED');
  });
});

describe('the models of `llm` steps', () => {
  const statements = (changes: object) =>
    resourcesOf(synthesize('prod', { ...withDomains, ...changes }).templates.messaging, 'AWS::IAM::Policy')
      .filter(({ id }) => id.startsWith('workerRole'))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }) => Action === 'bedrock:InvokeModel')
      .map(({ Resource, Condition }) => ({ Resource, Condition }));

  it("are called through the profile of the stage's part of the world, and each region's through it only", () => {
    const profile = 'arn:aws:bedrock:eu-central-1:111122223333:inference-profile/eu.amazon.nova-lite-v1:0';
    expect(statements({})).toEqual([
      { Resource: profile },
      {
        Resource: 'arn:aws:bedrock:*::foundation-model/amazon.nova-lite-v1:0',
        Condition: { StringEquals: { 'bedrock:InferenceProfileArn': profile } },
      },
    ]);
  });

  it('are called in the region itself when they are named so', () => {
    expect(statements({ languageModels: ['mistral.mistral-large-2402-v1:0'] })).toEqual([
      { Resource: 'arn:aws:bedrock:eu-central-1::foundation-model/mistral.mistral-large-2402-v1:0' },
    ]);
  });
});

describe('the admin application', () => {
  it('has a policy that allows nothing inline and no frame, and sends no referrer', () => {
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
