import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** An event of payload format 2.0, as API Gateway would send it. */
export function httpEvent(
  method: string,
  path: string,
  options: {
    readonly headers?: Record<string, string>;
    readonly query?: Record<string, string>;
    readonly body?: unknown;
  } = {},
): APIGatewayProxyEventV2 {
  const { headers = {}, query = {}, body } = options;
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { 'content-type': 'application/json', ...headers },
    queryStringParameters: query,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'test',
      domainPrefix: 'test',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      requestId: 'test',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Jan/2026:00:00:00 +0000',
      timeEpoch: 0,
    },
  };
}

/** The context of an invocation; the gateway's operations don't look at it. */
export const lambdaContext: Context = {
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'webchat',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:webchat',
  memoryLimitInMB: '512',
  awsRequestId: 'test',
  logGroupName: 'test',
  logStreamName: 'test',
  getRemainingTimeInMillis: () => 60_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};

/** A super-admin of the demo: a token of theirs is worth what its own role is. */
export const knownUserId = '5f0c6a52-1d0e-4d0b-9a40-000000000004';

/** An event of a route below `/v1/admin`, with the claims of a token that was good. */
export function adminEvent(
  route: `${string} /${string}`,
  options: Parameters<typeof httpEvent>[2] & {
    readonly parameters?: Record<string, string>;
    readonly role?: string;
    readonly claims?: Record<string, string>;
  } = {},
): APIGatewayProxyEventV2 {
  const { parameters = {}, role = 'admin', claims = {} } = options;
  const [method = '', pattern = ''] = route.split(' ');
  const path = Object.entries(parameters).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, value),
    `/v1/admin${pattern}`,
  );
  const event = httpEvent(method, path, options);
  const routeKey = `${method} /v1/admin${pattern}`;
  const known = {
    token_use: 'access',
    sub: knownUserId,
    'custom:tenant_id': 'acme',
    'custom:role': role,
    ...claims,
  };
  Object.assign(event.requestContext, { routeKey, authorizer: { jwt: { claims: known, scopes: null } } });
  return { ...event, routeKey, pathParameters: parameters };
}
