import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  DomainName,
  HttpApi,
  HttpStage,
  type IHttpApi,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { limits } from '../src/contract/limits.ts';
import type { HttpFunctionName } from '../src/contract/routes.ts';
import { accessLogFormat } from './constructs/access-log.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import { addDocs, addRoutes } from './constructs/http-routes.ts';
import type { Resources } from './constructs/permissions.ts';
import { refuseImpostors } from './constructs/refuse-impostors.ts';
import { defaultThrottle, routeThrottles } from './constructs/route-throttles.ts';
import { runEvery } from './constructs/run-every.ts';
import type { IdentityStack } from './identity.ts';
import type { SignInStack } from './sign-in.ts';
import { removalOf, type Stage } from './stage.ts';
import type { WebStack } from './web.ts';

export interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  readonly resources: Resources;
  readonly identity: IdentityStack;
  readonly signIn: SignInStack;
  readonly web: WebStack;
}

/** The HTTP API, the functions behind its routes, and the one that keeps its users in line with the pool. @see spec "Endpoints", design 5.1 */
export class ApiStack extends Stack {
  readonly api: IHttpApi;
  readonly functions: readonly GatewayFunction[];
  /** Keeps the index of users in line with the pool; its silence is an alarm. */
  readonly userSync: GatewayFunction;

  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, resources, identity, signIn, web, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const { userPool } = identity;
    const create = (name: HttpFunctionName | 'user-sync', reservedConcurrency?: number) =>
      new GatewayFunction(this, {
        name,
        stage,
        bundleRoot,
        resources,
        reservedConcurrency,
        userPool,
        adminOrigins: [web.admin.origin, ...stage.adminOrigins],
      });
    const { concurrency } = stage;
    const webchat = create('webchat', concurrency.webchat);
    const poll = create('poll', concurrency.poll);
    const webhook = create('webhook', concurrency.webhook);
    const session = create('auth-bff');
    const admin = create('admin');
    const adminUsers = create('admin-users');
    const adminPeople = create('admin-people');
    const adminDesk = create('admin-desk');
    const adminInbox = create('admin-inbox', concurrency['admin-inbox']);
    const service = create('service');
    this.userSync = create('user-sync');
    this.functions = [
      webchat,
      poll,
      webhook,
      session,
      admin,
      adminUsers,
      adminPeople,
      adminDesk,
      adminInbox,
      service,
      this.userSync,
    ];
    refuseImpostors(this, resources, this.functions);
    runEvery(this.userSync, {
      id: 'SyncUsers',
      description: 'Compares the index of users with the user pool once a day',
      every: Duration.millis(limits.userSyncLookMs),
    });

    // CORS stays off: API Gateway's own would overwrite what the functions answer for each widget.
    this.api = HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId: web.api.apiId });
    const authorizer = new HttpJwtAuthorizer('Users', identity.userPool.userPoolProviderUrl, {
      // Access tokens have no `aud`; API Gateway compares their `client_id` instead.
      jwtAudience: [signIn.client.userPoolClientId],
    });
    const routes = addRoutes(
      this,
      this.api,
      {
        webchat: webchat.function,
        poll: poll.function,
        webhook: webhook.function,
        'auth-bff': session.function,
        admin: admin.function,
        'admin-users': adminUsers.function,
        'admin-people': adminPeople.function,
        'admin-desk': adminDesk.function,
        'admin-inbox': adminInbox.function,
        service: service.function,
      },
      authorizer,
    );
    // A throttle names its route, which must be there.
    const docs = addDocs(this, this.api, web.public.origin);
    this.createStage(stage).node.addDependency(...routes, docs);
    new CfnOutput(this, 'BaseUrl', { value: web.baseUrl });
  }

  private createStage(stage: Stage): HttpStage {
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
      removalPolicy: removalOf(stage),
    });
    const created = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: defaultThrottle.rate, burstLimit: defaultThrottle.burst },
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(accessLogFormat),
      },
      ...(domainName && { domainMapping: { domainName } }),
    });
    (created.node.defaultChild as CfnStage).routeSettings = routeThrottles();
    if (domainName) new CfnOutput(this, 'DomainTarget', { value: domainName.regionalDomainName });
    return created;
  }
}
