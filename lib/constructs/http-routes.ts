import {
  type HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { NagSuppressions } from 'cdk-nag';
import { type HttpFunctionName, type Route, routes } from '../../src/contract/routes.ts';

/** Adds every row of THE table of routes to the API, with the authorizer where the table asks for it. @see design 5.1 */
export function addRoutes(
  api: HttpApi,
  functions: Readonly<Record<HttpFunctionName, LambdaFunction>>,
  authorizer: IHttpRouteAuthorizer,
): void {
  for (const route of routes) {
    const added = api.addRoutes({
      path: route.path,
      methods: [HttpMethod[route.method]],
      integration: new HttpLambdaIntegration(route.function, functions[route.function]),
      authorizer: route.authorizer === 'jwt' ? authorizer : new HttpNoneAuthorizer(),
    });
    if (route.authorizer === 'none') {
      NagSuppressions.addResourceSuppressions(added, [
        { id: 'AwsSolutions-APIG4', reason: reasonToBePublic(route) },
      ]);
    }
  }
}

function reasonToBePublic({ function: name }: Route): string {
  if (name === 'webhook')
    return "Providers can't sign in: the handler checks their signature, key or password.";
  return name === 'auth-bff'
    ? 'A preflight carries no token; the answer tells what a browser may send, and nothing else.'
    : 'Visitors have no account: the handler checks tenant, widget, origin and signature.';
}
