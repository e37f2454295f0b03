import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { limits } from '../contract/limits.ts';
import { type HttpFunctionName, routes } from '../contract/routes.ts';
import { httpApiEvent } from './http-api-event.ts';
import { closeServer, listen } from './listen.ts';

/** Runs a function on an event; resolves to its result of payload format 2.0. */
export type InvokeHttp = (name: HttpFunctionName, event: APIGatewayProxyEventV2) => Promise<unknown>;

/** A page of the local server that is not part of the API. */
export type Page = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

export interface HttpApiOptions {
  readonly port: number;
  readonly invoke: InvokeHttp;
  /** Checks the token of a route with a JWT authorizer; null refuses. */
  readonly authorize: (
    event: APIGatewayProxyEventV2,
  ) => Promise<{ readonly claims: Record<string, unknown> } | null>;
  /** By path: the exact one, or for a key that ends with `/` everything under it. */
  readonly pages: Readonly<Record<string, Page>>;
}

export interface HttpApi {
  readonly url: string;
  stop(): Promise<void>;
}

const bodyLimitBytes = 10 * 1024 * 1024;

const functionTimeoutMs: Readonly<Record<HttpFunctionName, number>> = {
  webchat: limits.handlerTimeoutMs,
  poll: limits.gatewayTimeoutMs,
  webhook: limits.handlerTimeoutMs,
  'auth-bff': limits.handlerTimeoutMs,
};

/** API Gateway's HTTP API in small: routes, limits, timeouts and error bodies as there. @see design 7, 8 */
export async function startHttpApi(options: HttpApiOptions): Promise<HttpApi> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch(() => reply(response, 500, 'Internal Server Error'));
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  const url = await listen(server, options.port);
  return { url, stop: () => closeServer(server) };
}

async function answer(
  options: HttpApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!URL.canParse(request.url ?? '/', 'http://local')) return reply(response, 400, 'Bad Request');
  const url = new URL(request.url ?? '/', 'http://local');
  const page = url.pathname.startsWith('/v1/') ? undefined : findPage(options.pages, url.pathname);
  if (page) return page(request, response, url);
  const body = await readBody(request);
  if (body === null) {
    response.setHeader('connection', 'close');
    return reply(response, 413, 'Request Too Long');
  }
  const route = findRoute(request.method ?? 'GET', url.pathname);
  const event = httpApiEvent(request, url, body, route);
  if (route?.authorizer === 'jwt') {
    const authorized = await options.authorize(event);
    if (!authorized) return reply(response, 401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
    Object.assign(event.requestContext, { authorizer: { jwt: { claims: authorized.claims, scopes: null } } });
  }
  const name = route?.function ?? 'webchat';
  const result = await withTimeout(options.invoke(name, event), functionTimeoutMs[name]).catch(
    () => 'failed' as const,
  );
  if (result === 'timeout') return reply(response, 503, 'Service Unavailable');
  writeResult(response, result);
}

function findPage(pages: HttpApiOptions['pages'], path: string): Page | undefined {
  const prefix = Object.keys(pages).find(
    (key) => key.length > 1 && key.endsWith('/') && path.startsWith(key),
  );
  return pages[path] ?? (prefix === undefined ? undefined : pages[prefix]);
}

function findRoute(method: string, path: string) {
  const segments = path.split('/');
  return routes.find((route) => {
    const wanted = route.path.split('/');
    const fits = wanted.every((part, n) =>
      part.startsWith('{') ? segments[n] !== '' : part === segments[n],
    );
    return route.method === method && wanted.length === segments.length && fits;
  });
}

/** The whole body, or null when it is larger than API Gateway takes; the rest is then read and dropped. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= bodyLimitBytes) parts.push(part);
  }
  return size > bodyLimitBytes ? null : Buffer.concat(parts);
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

interface Result {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

function isResult(result: unknown): result is Result {
  return (
    typeof result === 'object' &&
    result !== null &&
    'statusCode' in result &&
    typeof result.statusCode === 'number'
  );
}

function writeResult(response: ServerResponse, result: unknown): void {
  if (!isResult(result)) {
    reply(response, 500, 'Internal Server Error');
    return;
  }
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(result.statusCode, { ...result.headers, 'content-length': body.length });
  response.end(body);
}

/** API Gateway's own errors have this body. */
function reply(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent) return void response.end();
  response
    .writeHead(status, { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ message }));
}
