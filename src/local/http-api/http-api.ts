import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HttpFunctionName } from '../../contract/routes.ts';
import { findRoute } from '../../http/find-route.ts';
import type { InvokeFunction, Report } from '../lambda/functions.ts';
import { closeServer, type Endpoint, listen } from '../listen.ts';
import { readBody } from '../read-body.ts';
import { type RunningRequests, runningRequests } from '../running-requests.ts';
import { httpApiEvent } from './http-api-event.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';
import { writeError, writeResult } from './write-result.ts';

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
}

/** What API Gateway takes, and what a Lambda takes of it. */
const bodyLimitBytes = 10 * 1024 * 1024;
const eventLimitBytes = 6 * 1024 * 1024;

/** API Gateway's HTTP API in small: routes, limits and error bodies as there. @see design 7, 8 */
export async function startHttpApi(options: HttpApiOptions): Promise<Endpoint> {
  const running = runningRequests();
  const server = createServer((request, response) => {
    answer(options, running, request, response).catch((error: unknown) => {
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

async function answer(
  options: HttpApiOptions,
  running: RunningRequests,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = parseUrl(request.url ?? '/');
  if (!url) return writeError(response, 400, 'Bad Request');
  const page = url.pathname.startsWith('/v1/') ? undefined : findPage(options.pages, url.pathname);
  if (page) return page(request, response, url);
  const body = await readBody(request, bodyLimitBytes);
  const found = routeOf(request.method ?? 'GET', url.pathname);
  const event = body && httpApiEvent(request, url, body, found);
  if (!event || JSON.stringify(event).length > eventLimitBytes)
    return writeError(response, 413, 'Request Entity Too Large', { connection: 'close' });
  if (found?.route.authorizer === 'jwt') {
    const authorized = await options.authorize(event);
    if (!authorized) return writeError(response, 401, 'Unauthorized', { 'www-authenticate': 'Bearer' });
    Object.assign(event.requestContext, { authorizer: { jwt: { claims: authorized.claims, scopes: null } } });
  }
  const name = found?.route.function ?? 'webchat';
  const work = invokeAndWrite(options.invoke, name, event, response);
  // A poll changes nothing: a stop needn't wait for the end of its wait.
  await (name === 'poll' ? work : running.add(work));
}

async function invokeAndWrite(
  invoke: InvokeFunction,
  name: HttpFunctionName,
  event: unknown,
  response: ServerResponse,
): Promise<void> {
  // The invoker has reported the failure.
  writeResult(response, await invoke(name, event).catch(() => null));
  if (!response.closed) await once(response, 'close');
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
