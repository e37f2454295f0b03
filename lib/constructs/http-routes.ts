import {
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration, HttpUrlIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import {
  defaultRouteFunction,
  type HttpFunctionName,
  type Route,
  routes,
} from '../../src/contract/routes.ts';

/**
 * Adds every row of THE table of routes to the API, with the authorizer where the table asks for it, and the route of
 * whatever fits none.
 * @returns what there is, for a stage to come after
 * @see design 2.8, 5.1
 */
export function addRoutes(
  scope: Construct,
  httpApi: IHttpApi,
  functions: Readonly<Record<HttpFunctionName, LambdaFunction>>,
  authorizer: IHttpRouteAuthorizer,
): readonly HttpRoute[] {
  // A permission for each of its many routes would not fit the function's policy of 20 KB.
  const shared = (name: HttpFunctionName) =>
    new HttpLambdaIntegration(name, functions[name], { scopePermissionToRoute: false });
  const ofMany: Partial<Record<HttpFunctionName, HttpLambdaIntegration>> = {
    admin: shared('admin'),
    'admin-users': shared('admin-users'),
    'admin-people': shared('admin-people'),
    'admin-desk': shared('admin-desk'),
    'admin-inbox': shared('admin-inbox'),
    service: shared('service'),
  };
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
export function addDocs(scope: Construct, httpApi: IHttpApi, publicOrigin: string): HttpRoute {
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
  return name === 'auth-bff' || name === 'admin'
    ? 'A preflight carries no token; the answer tells what a browser may send, and nothing else.'
    : 'Visitors have no account: the handler checks tenant, widget, origin and signature.';
}
