/**
 * A line of the access log for each request: what tells of those that never reach a function (throttled, without a route,
 * refused by the authorizer), and of long-polls, which have no line of their own. How long one took is here, too: what
 * went by before its function's code began is told nowhere else of one request.
 *
 * No query string, header or body: they hold sessions, keys and what people write. Nor words of API Gateway's own, whose
 * quotes it does not escape: `integrationStatus` and `errorType` tell as much, and leave a line that is JSON. No time, which
 * CloudWatch keeps beside each line.
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
