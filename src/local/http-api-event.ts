import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Route } from '../contract/routes.ts';

/** Content types that API Gateway hands on as text; all others come in base64. */
const textTypes = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|([\w.-]+\+)(json|xml)))/i;

/** Builds an event of payload format 2.0. @see design 7 */
export function httpApiEvent(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  route: Route | undefined,
): APIGatewayProxyEventV2 {
  const { method = 'GET' } = request;
  const routeKey = route ? `${route.method} ${route.path}` : '$default';
  const isText = textTypes.test(request.headers['content-type'] ?? 'text/plain') && isUtf8(body);
  const query = joined([...url.searchParams]);
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: joined(headerPairs(request)),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: request.headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date().toUTCString(),
      timeEpoch: Date.now(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function isUtf8(body: Buffer): boolean {
  return Buffer.from(body.toString('utf8')).equals(body);
}

function headerPairs({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, n) =>
    n % 2 === 0 ? [[name.toLowerCase(), rawHeaders[n + 1] ?? '']] : [],
  );
}

/** API Gateway joins doubled headers and parameters with commas. */
function joined(pairs: readonly [string, string][]): Record<string, string> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.map(([, value]) => value).join(',')]),
  );
}
