import { CfnOutput, CfnResource, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  type IHttpApi,
  type IHttpRouteAuthorizer,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration, HttpUrlIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { limits } from '../src/contract/limits.ts';
import { defaultRouteFunction, type HttpFunctionName, type Route, routes } from '../src/contract/routes.ts';
import { eventSource } from '../src/contract/vocabulary.ts';
import { GatewayFunction, runEvery } from './constructs/gateway-function.ts';
import type { Resources } from './constructs/permissions.ts';
import { publisherTag } from './constructs/static-files.ts';
import type { IdentityStack, SignInStack } from './identity.ts';
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
    const reserved: Readonly<Record<string, number | undefined>> = stage.concurrency;
    const served = byHttpFunction((name) => create(name, reserved[name]));
    this.userSync = create('user-sync');
    this.functions = [...Object.values(served), this.userSync];
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
      byHttpFunction((name) => served[name].function),
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

/** Makes something for each function that serves HTTP. */
function byHttpFunction<T>(make: (name: HttpFunctionName) => T): Readonly<Record<HttpFunctionName, T>> {
  const names = new Set(routes.map((route) => route.function));
  return Object.fromEntries([...names].map((name) => [name, make(name)])) as Record<HttpFunctionName, T>;
}

/**
 * Adds every route of the route table to the API, with the authorizer where required, and the route for unknown
 * paths.
 * @returns the created resources, which the stage depends on
 * @see design 2.8, 5.1
 */
function addRoutes(
  scope: Construct,
  httpApi: IHttpApi,
  functions: Readonly<Record<HttpFunctionName, LambdaFunction>>,
  authorizer: IHttpRouteAuthorizer,
): readonly HttpRoute[] {
  // A permission for each of its many routes would not fit the function's policy of 20 KB.
  const shared = (name: HttpFunctionName) =>
    new HttpLambdaIntegration(name, functions[name], { scopePermissionToRoute: false });
  const ofMany = byHttpFunction((name) =>
    name === 'service' || name.startsWith('admin') ? shared(name) : undefined,
  );
  const add = (id: string, routeKey: HttpRouteKey, name: HttpFunctionName, guard: IHttpRouteAuthorizer) =>
    new HttpRoute(scope, id, {
      httpApi,
      routeKey,
      integration: ofMany[name] ?? new HttpLambdaIntegration(name, functions[name]),
      authorizer: guard,
    });
  const ofTable = routes.map((route) => {
    const { method, path } = route;
    const isPublic = route.authorizer === 'none';
    const guard = isPublic ? new HttpNoneAuthorizer() : authorizer;
    const added = add(
      `${method} ${path}`,
      HttpRouteKey.with(path, HttpMethod[method]),
      route.function,
      guard,
    );
    if (isPublic) explainPublic(added, reasonToBePublic(route));
    return added;
  });
  const rest = add('$default', HttpRouteKey.DEFAULT, defaultRouteFunction, new HttpNoneAuthorizer());
  explainPublic(rest, 'It does nothing but answer 404, or 405 with the methods that there are.');
  return [...ofTable, rest];
}

/**
 * Has the API hand on `/docs/…` from where the public files are, so that a problem's `type` is an address of its own host
 * and the viewer calls the API that served it.
 * @see RFC 9457, section 3.1.1
 */
function addDocs(scope: Construct, httpApi: IHttpApi, publicOrigin: string): HttpRoute {
  const route = new HttpRoute(scope, 'GET /docs/{proxy+}', {
    httpApi,
    routeKey: HttpRouteKey.with('/docs/{proxy+}', HttpMethod.GET),
    integration: new HttpUrlIntegration('docs', `${publicOrigin}/docs/{proxy}`, { method: HttpMethod.GET }),
    authorizer: new HttpNoneAuthorizer(),
  });
  explainPublic(route, 'The documentation is for everybody; the files hold nothing of a tenant.');
  return route;
}

function explainPublic(route: HttpRoute, reason: string): void {
  NagSuppressions.addResourceSuppressions(route, [{ id: 'AwsSolutions-APIG4', reason }]);
}

function reasonToBePublic({ function: name }: Route): string {
  if (name === 'webhook')
    return "Providers can't sign in: the handler checks their signature, key or password.";
  if (name === 'service')
    return 'Systems have no account of the pool: the handler checks their service key before it reads anything else.';
  if (name === 'test-chat')
    return 'Anyone with a test link may chat with a draft: the handler checks its token before it reads anything else.';
  return name === 'auth-bff' || name === 'admin'
    ? 'A preflight carries no token; the answer tells what a browser may send, and nothing else.'
    : 'Visitors have no account: the handler checks tenant, widget, origin and signature.';
}

/**
 * Lets the bus reject events in the gateway's name, except from the functions that publish turns, whatever IAM
 * policies allow: anyone who replies by events is notified at once. Roles are identified by a tag. This stack
 * comes after the stack of the bus and after the roles, since an untagged role can't publish.
 * @see handoff.md 2.3, https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-conditions.html
 */
function refuseImpostors(
  scope: Construct,
  { bus, stage }: Pick<Resources, 'bus' | 'stage'>,
  functions: readonly GatewayFunction[],
): void {
  const statementId = 'OnlyTheGatewayTellsOfItself';
  const statement = new PolicyStatement({
    sid: statementId,
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
    conditions: {
      // For any entry of a call.
      'ForAnyValue:StringEquals': { 'events:source': eventSource },
      StringNotEquals: { [`aws:PrincipalTag/${publisherTag}`]: stage.prefix },
    },
  });
  // For the library's own class, cdk-nag reads a deprecated property and warns at each synthesis.
  const policy = new CfnResource(scope, 'BusPolicy', {
    type: 'AWS::Events::EventBusPolicy',
    properties: {
      EventBusName: bus.eventBusName,
      StatementId: statementId,
      Statement: statement.toStatementJson(),
    },
  });
  policy.node.addDependency(...functions.map(({ role }) => role));
}

/**
 * The access log's line for each request. It is the only record of requests that reach no function (throttled, without a
 * route, rejected by the authorizer) and of long-polls, and of the latency before a function's code runs.
 *
 * It has no query string, header or body, which contain sessions, keys and message text; none of API Gateway's messages,
 * whose quotes aren't escaped (`integrationStatus` and `errorType` suffice); and no time, which CloudWatch adds.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  routeKey: '$context.routeKey',
  status: '$context.status',
  ms: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  errorType: '$context.error.responseType',
  sourceIp: '$context.identity.sourceIp',
});

interface Throttle {
  /** Requests a second. */
  readonly rate: number;
  readonly burst: number;
}

/** A burst that the functions' limits refuse politely is better than one that API Gateway cuts off. */
const messages: Throttle = { rate: 1_000, burst: 2_000 };
const polls: Throttle = { rate: 1_000, burst: 2_000 };
/** A browser sends one preflight per URL, then none for hours. */
const preflights: Throttle = { rate: 1_000, burst: 2_000 };
const webhooks: Throttle = { rate: 1_000, burst: 2_000 };
/** For all test links together; each has 500 messages a day. */
const tests: Throttle = { rate: 20, burst: 40 };
/** For all API keys together; each has 300 per minute. */
const systems: Throttle = { rate: 500, burst: 1_000 };
const people: Throttle = { rate: 100, burst: 200 };

const byOperation: Partial<Record<Route['operation'], Throttle>> = {
  'post-webchat-message': messages,
  'poll-conversation': polls,
  'tell-visitor-types': messages,
  'read-widget-settings': { rate: 500, burst: 1_000 },
  'webchat-preflight': preflights,
  'accept-webhook': webhooks,
  'subscribe-webhook': { rate: 10, burst: 20 },
};

/** All routes of one function. */
const byFunction: Partial<Record<Route['function'], Throttle>> = { service: systems, 'test-chat': tests };

/** Every other route is for the people who sign in, and what fits no route is a mistake or a scan. */
export const defaultThrottle = people;

/**
 * A throttle per route, so that a flood on one doesn't starve the others. Written as a raw template property: the
 * construct supports only one throttle for all routes.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export function routeThrottles(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    routes.flatMap(({ method, path, operation, function: name }) => {
      const throttle = byFunction[name] ?? byOperation[operation];
      if (!throttle) return [];
      const settings = {
        ThrottlingRateLimit: throttle.rate,
        ThrottlingBurstLimit: throttle.burst,
        // A route's own settings replace all of the stage's defaults.
        DetailedMetricsEnabled: true,
      };
      return [[`${method} ${path}`, settings]];
    }),
  );
}
