import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { DomainName, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { HttpFunctionName } from '../src/contract/routes.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import { addRoutes } from './constructs/http-routes.ts';
import type { Resources } from './constructs/permissions.ts';
import type { IdentityStack } from './identity.ts';
import type { Stage } from './stage.ts';

export interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  readonly resources: Resources;
  readonly identity: IdentityStack;
  /** Where the admin application runs. */
  readonly adminOrigin: string;
}

/** A burst that the functions' limits refuse politely is better than one that API Gateway cuts off. */
const throttle = { rateLimit: 2_000, burstLimit: 4_000 };

/** No query string, header or body: they hold sessions, keys and what people write. */
const accessLog = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  routeKey: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
  responseBytes: '$context.responseLength',
  sourceIp: '$context.identity.sourceIp',
});

/** The HTTP API and the functions behind its routes. @see spec "Endpoints", design 5.1 */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly functions: readonly GatewayFunction[];
  /** `{base_url}` of the spec. */
  readonly baseUrl: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, resources, identity, adminOrigin, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const create = (name: HttpFunctionName, reservedConcurrency?: number) =>
      new GatewayFunction(this, {
        name,
        stage,
        bundleRoot,
        resources,
        reservedConcurrency,
        adminOrigins: [adminOrigin, ...stage.adminOrigins],
      });
    const { concurrency } = stage;
    const webchat = create('webchat', concurrency.webchat);
    const poll = create('poll', concurrency.poll);
    const webhook = create('webhook', concurrency.webhook);
    const session = create('auth-bff');
    this.functions = [webchat, poll, webhook, session];

    // CORS stays off: API Gateway's own would overwrite what the functions answer for each widget.
    this.api = new HttpApi(this, 'Api', { apiName: `${stage.prefix}api`, createDefaultStage: false });
    const authorizer = new HttpJwtAuthorizer('Users', identity.userPool.userPoolProviderUrl, {
      // Access tokens have no `aud`; API Gateway compares their `client_id` instead.
      jwtAudience: [identity.client.userPoolClientId],
    });
    addRoutes(
      this.api,
      {
        webchat: webchat.function,
        poll: poll.function,
        webhook: webhook.function,
        'auth-bff': session.function,
      },
      authorizer,
    );
    this.baseUrl = this.createStage(stage);
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl });
  }

  private createStage(stage: Stage): string {
    const { api: domain } = stage.domains;
    const domainName =
      domain &&
      new DomainName(this, 'Domain', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      });
    const logGroup = new LogGroup(this, 'AccessLogs', {
      // Under this prefix the log group needs no entry in the account's small policy of log deliveries.
      logGroupName: `/aws/vendedlogs/${stage.prefix}api`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(accessLog),
      },
      ...(domainName && { domainMapping: { domainName } }),
    });
    if (!domainName) return this.api.apiEndpoint;
    new CfnOutput(this, 'DomainTarget', { value: domainName.regionalDomainName });
    return `https://${domainName.name}`;
  }
}
