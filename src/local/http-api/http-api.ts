import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { JwtVerifier } from 'aws-jwt-verify';
import { type PenaltyBox, SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { defaultRouteFunction, type HttpFunctionName } from '../../contract/routes.ts';
import { type FoundRoute, findRoute } from '../../http/find-route.ts';
import { FunctionThrottledError, FunctionTimeoutError } from '../lambda/environment-messages.ts';
import type { InvokeFunction, Report } from '../lambda/functions.ts';
import {
  closeServer,
  type Endpoint,
  listen,
  type RunningRequests,
  readBody,
  runningRequests,
} from '../listen.ts';

/** A page of the local server that is not part of the API. */
export type Page = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

export interface HttpApiOptions {
  readonly port: number;
  readonly invoke: InvokeFunction;
  /** Checks the token of a route with a JWT authorizer; null refuses. */
  readonly authorize: JwtAuthorizer;
  /** By path: the exact one, or for a key that ends with `/` everything under it. */
  readonly pages: Readonly<Record<string, Page>>;
  readonly report: Report;
  /** The throttle of all requests together; default: AWS's for an account. */
  readonly throttle?: ThrottleLimits;
}

/**
 * The maximum size of a Lambda payload. Larger bodies aren't read: API Gateway's own limit of 10 MB gets the same
 * response.
 */
const eventLimitBytes = 6 * 1024 * 1024;
const accountThrottle = { ratePerS: 10_000, burst: 5_000 };

/** What handling a request needs besides the request. */
interface Api extends HttpApiOptions {
  readonly running: RunningRequests;
  readonly takeToken: () => boolean;
}

/**
 * API Gateway's HTTP API in small: routes and limits as there, and what it answers itself as there, which is JSON with a
 * `message` and without CORS headers.
 * @see design 7, 8, 13
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export async function startHttpApi(options: HttpApiOptions): Promise<Endpoint> {
  const running = runningRequests();
  const api: Api = { ...options, running, takeToken: createThrottle(options.throttle ?? accountThrottle) };
  // Node's own limit is another one, and it would hang up.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    answer(api, request, response).catch((error: unknown) => {
      // A client that went away is no failure.
      if (response.closed) return;
      options.report(`${request.method} ${request.url} failed`, error);
      writeError(response, 500, 'Internal Server Error');
    });
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  const url = await listen(server, options.port);
  return {
    url,
    async stop() {
      server.close();
      await running.finish();
      await closeServer(server);
    },
  };
}

async function answer(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = parseUrl(request.url ?? '/');
  if (!url) return writeError(response, 400, 'Bad Request');
  const page = url.pathname.startsWith('/v1/') ? undefined : findPage(api.pages, url.pathname);
  if (page) return page(request, response, url);
  if (requestHeadBytes(request) > requestHeadLimitBytes)
    return writeError(response, 431, 'Request Header Fields Too Large', { connection: 'close' });
  if (!api.takeToken()) return writeError(response, 429, 'Too Many Requests');
  const refuse = () => writeError(response, 413, 'Request Entity Too Large');
  const body = await readBody(request, eventLimitBytes, refuse);
  if (!body) return;
  const found = routeOf(request.method ?? 'GET', url.pathname);
  const event = httpApiEvent(request, url, body, found);
  if (Buffer.byteLength(JSON.stringify(event)) > eventLimitBytes) return refuse();
  if (found?.route.authorizer === 'jwt') {
    const authorized = await api.authorize(event);
    if (!authorized) return writeError(response, 401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
    Object.assign(event.requestContext, { authorizer: { jwt: { claims: authorized.claims, scopes: null } } });
  }
  const name = found?.route.function ?? defaultRouteFunction;
  const work = invokeAndWrite(api.invoke, name, event, response);
  // A poll changes nothing: a stop needn't wait for the end of its wait.
  await (name === 'poll' ? work : api.running.add(work));
}

/** Content types that API Gateway hands on as text; all others come in base64. */
const textTypes = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|([\w.-]+\+)(json|xml)))/i;

/**
 * Builds an event of payload format 2.0: the path and its parameters unescaped, the query not, the cookies apart.
 * @throws URIError for a path whose escapes are none
 * @see design 7
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function httpApiEvent(
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

/** The invoker reports a function's error; the caller only sees API Gateway's response. */
async function invokeAndWrite(
  invoke: InvokeFunction,
  name: HttpFunctionName,
  event: unknown,
  response: ServerResponse,
): Promise<void> {
  try {
    writeResult(response, await invoke(name, event));
  } catch (error) {
    const unavailable = error instanceof FunctionThrottledError || error instanceof FunctionTimeoutError;
    if (unavailable) writeError(response, 503, 'Service Unavailable');
    else writeError(response, 500, 'Internal Server Error');
  }
  if (!response.closed) await once(response, 'close');
}

/** A function's result of payload format 2.0. */
interface Result {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** A Lambda's response. */
const resultLimitBytes = 6 * 1024 * 1024;

/** Writes what a function answered; anything but a result of payload format 2.0 is its failure. */
function writeResult(response: ServerResponse, result: unknown): void {
  if (!isResult(result) || JSON.stringify(result).length > resultLimitBytes) {
    writeError(response, 500, 'Internal Server Error');
    return;
  }
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(result.statusCode, {
    'apigw-requestid': randomUUID(),
    ...result.headers,
    ...(result.cookies && { 'set-cookie': [...result.cookies] }),
    'content-length': body.length,
  });
  response.end(body);
}

/** Writes an error of API Gateway's own; an answer that has begun is cut off. */
function writeError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(status, { 'apigw-requestid': randomUUID(), ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ message }));
}

function isResult(result: unknown): result is Result {
  return (
    typeof result === 'object' &&
    result !== null &&
    'statusCode' in result &&
    typeof result.statusCode === 'number'
  );
}

/** The address with its escapes; null when they are none. */
function parseUrl(target: string): URL | null {
  const url = URL.parse(target, 'http://local');
  try {
    return url && decodeURIComponent(url.pathname) ? url : null;
  } catch {
    return null;
  }
}

function routeOf(method: string, path: string): ReturnType<typeof findRoute> | undefined {
  try {
    return findRoute(method, path);
  } catch {
    // The function of the default route answers what no route fits.
    return undefined;
  }
}

function findPage(pages: HttpApiOptions['pages'], path: string): Page | undefined {
  const prefix = Object.keys(pages).find(
    (key) => key.length > 1 && key.endsWith('/') && path.startsWith(key),
  );
  return pages[path] ?? (prefix === undefined ? undefined : pages[prefix]);
}

/** A stage's throttle: tokens that come back each second, and how many there are at most. */
export interface ThrottleLimits {
  readonly ratePerS: number;
  readonly burst: number;
}

/** Request line and headers together, names and values. */
const requestHeadLimitBytes = 10_240;

/** Bytes of a request's line and headers as they came. */
function requestHeadBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const line = `${method} ${url} HTTP/${httpVersion}\r\n`;
  // A name has ": " behind it, a value the end of the line.
  return rawHeaders.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, Buffer.byteLength(line));
}

/**
 * A token bucket, as API Gateway's.
 * @returns takes a token; false when there is none
 */
export function createThrottle(
  { ratePerS, burst }: ThrottleLimits,
  nowMs = performance.now.bind(performance),
) {
  let tokens = burst;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - countedAtMs) / 1000) * ratePerS);
    countedAtMs = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The claims of a good token, as API Gateway hands them on. */
interface Authorized {
  readonly claims: Record<string, string>;
}

/** Checks the token of a request; null refuses. */
export type JwtAuthorizer = (event: Pick<APIGatewayProxyEventV2, 'headers'>) => Promise<Authorized | null>;

interface Token {
  readonly header: { readonly alg?: string | undefined };
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * API Gateway's JWT authorizer: signature by the issuer's key set, RSA only, issuer, `aud` or without it `client_id`,
 * `exp`, `nbf`, `iat`. It can't tell an ID token from an access token.
 * @see design 2.8, 7
 */
export function createJwtAuthorizer(issuer: string, audience: string): JwtAuthorizer {
  const jwksUri = `${issuer}/.well-known/jwks.json`;
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchJwks }, penaltyBox: noPenalty });
  const customJwtCheck = (token: Token) => assertAsGateway(token, audience);
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri, customJwtCheck }, { jwksCache });
  return async ({ headers }) => {
    const token = /^(?:Bearer\s+)?(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    return verifier.verify(token).then(
      (claims) => ({ claims: asStrings(claims) }),
      () => null,
    );
  };
}

/** Checks that the library leaves to its callers. @throws Error, which the verifier rethrows */
function assertAsGateway({ header, payload }: Token, audience: string): void {
  const { aud, client_id: clientId, exp, iat } = payload;
  if (!/^RS(256|384|512)$/.test(header.alg ?? '')) throw new Error('not an RSA signature');
  const audiences = aud === undefined ? [clientId] : [aud].flat();
  if (!audiences.includes(audience)) throw new Error('for somebody else');
  if (typeof exp !== 'number') throw new Error('without an end');
  if (typeof iat === 'number' && iat > Date.now() / 1000) throw new Error('issued in the future');
}

/** An authorizer's claims are all strings, lists in square brackets. */
function asStrings(claims: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      return [name, Array.isArray(value) ? `[${value.join(' ')}]` : JSON.stringify(value)];
    }),
  );
}

/** The library's own fetcher takes https only. */
async function fetchJwks(uri: string): Promise<ArrayBuffer> {
  return (await fetch(uri)).arrayBuffer();
}

/** An unknown key ID fetches the key set at once, so that a rotated key works immediately. It is on this machine. */
const noPenalty: PenaltyBox = {
  wait: async () => undefined,
  registerFailedAttempt: () => undefined,
  registerSuccessfulAttempt: () => undefined,
};
