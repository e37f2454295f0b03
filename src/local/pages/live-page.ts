import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import type { Page } from '../http-api/http-api.ts';
import { readBody } from '../listen.ts';

/** A page's files, ready to be served. */
export interface PageFiles {
  readonly html: string;
  readonly css: string;
  readonly js: string;
}

const bodyLimitBytes = 64 * 1024;
const ownOnly = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
];

/** Sends part of a page that runs its own script only. @param policy further directives of its content security policy */
export function writePart(
  response: ServerResponse,
  [status, type, body]: readonly [status: number, type: string, body: string],
  policy: readonly string[] = [],
): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': [...ownOnly, ...policy].join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

/** Serves the files of a page at its path and below; loading the page makes them again. @param policy as for `writePart` */
export function filePages(
  path: string,
  files: () => PageFiles | Promise<PageFiles>,
  policy: readonly string[],
): Readonly<Record<string, Page>> {
  let made: ReturnType<typeof files> | undefined;
  const file = (type: string, pick: (all: PageFiles) => string): Page => {
    return async (_request, response) => {
      if (type === 'text/html' || made === undefined) made = files();
      writePart(response, [200, type, pick(await made)], policy);
    };
  };
  const below = path === '/' ? '' : path;
  return {
    [path]: file('text/html', ({ html }) => html),
    [`${below}/page.css`]: file('text/css', ({ css }) => css),
    [`${below}/page.js`]: file('text/javascript', ({ js }) => js),
  };
}

/** Serves a request of a page; one that is not as it should be, or that can't be done, gets 400. */
export function actionPage<Schema extends z.ZodMiniType>(
  schema: Schema,
  act: (body: z.infer<Schema>) => boolean | Promise<boolean>,
): Page {
  return async (request, response) => {
    const { success, data } = schema.safeParse(await readJson(request));
    const done = success && (await act(data));
    writePart(response, [done ? 202 : 400, 'application/json', JSON.stringify({ ok: done })]);
  };
}

/** Returns undefined for anything but JSON, which no other site can send without being asked first. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const isJson = request.headers['content-type']?.startsWith('application/json');
  const body = await readBody(request, bodyLimitBytes);
  if (request.method !== 'POST' || !isJson || !body) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

type Send = (data: unknown, event?: string) => void;

/** Sends changes to open pages by server-sent events. @param greet sends the current state to a new page */
export function createWatchers(greet: (send: Send) => void): { readonly send: Send; readonly page: Page } {
  const watchers = new Set<ServerResponse>();
  const teller = (to: Iterable<ServerResponse>): Send => {
    return (data, event) => {
      const named = event === undefined ? '' : `event: ${event}\n`;
      for (const response of to) response.write(`${named}data: ${JSON.stringify(data)}\n\n`);
    };
  };
  return {
    send: teller(watchers),
    page(_request, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      watchers.add(response);
      response.on('close', () => watchers.delete(response));
      greet(teller([response]));
    },
  };
}
