import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Route } from '../../src/contract/routes.ts';

/**
 * What API Gateway's metrics of one route are published under, where the stage asks for detailed ones.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
export const routeDimensions = (api: IHttpApi, { method, path }: Pick<Route, 'method' | 'path'>) => ({
  ApiId: api.apiId,
  Stage: '$default',
  Method: method,
  Resource: path,
});
