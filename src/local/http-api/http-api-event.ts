import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { FoundRoute } from '../../http/find-route.ts';

/** Content types that API Gateway hands on as text; all others come in base64. */
const textTypes = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|([\w.-]+\+)(json|xml)))/i;

/**
 * Builds an event of payload format 2.0: the path and its parameters unescaped, the query not, the cookies apart.
 * @throws URIError for a path whose escapes are none
 * @see design 7
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpApiEvent(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  found: FoundRoute | undefined,
): APIGatewayProxyEventV2 {
  const { method = 'GET' } = request;
  const routeKey = found ? `${found.route.method} ${found.route.path}` : '$default';
  const path = decodeURIComponent(url.pathname);
  const { cookie, ...sent } = joined(headerPairs(request));
  const headers = { ...sent, ...addedHeaders(request) };
  const parameters = found?.parameters ?? {};
  const isText = textTypes.test(request.headers['content-type'] ?? 'text/plain') && isUtf8(body);
  const query = joined([...url.searchParams]);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.split(';').map((one) => one.trim()) }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: request.headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path,
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

/** API Gateway puts its own in front of a function; an address that the caller claims comes first and is a claim. */
function addedHeaders({ headers, socket }: IncomingMessage): Record<string, string> {
  const claimed = [headers['x-forwarded-for'] ?? []].flat();
  return {
    'x-amzn-trace-id': `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    'x-forwarded-for': [...claimed, socket.remoteAddress ?? '127.0.0.1'].join(', '),
    'x-forwarded-port': String(socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
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
