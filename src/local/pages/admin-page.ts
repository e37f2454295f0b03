import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { type AdminSettings, adminContentSecurityPolicy, adminSecurityHeaders } from '../../contract/docs.ts';
import type { Page } from '../http-api/http-api.ts';
import type { Stack } from '../stack.ts';

/** The built files, by their path under the application's root. */
export type AdminFiles = ReadonlyMap<string, string | Uint8Array>;

type RunningStack = Pick<Stack, 'url' | 'hostedUi' | 'env'>;

export interface AdminPage {
  /** Pages of the local server that make up the application. */
  readonly pages: Readonly<Record<string, Page>>;
  /** Sets where the stack runs; known only once everything listens. */
  configure(stack: RunningStack): void;
}

/** The console's path on a laptop. */
export const adminRoot = '/admin/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Serves the admin application as the web stack does, under a path of its own.
 * @param build makes the files; asked for once, at the first visit
 * @see design 8, lib/web.ts
 */
export function createAdminPage(build: () => Promise<AdminFiles>): AdminPage {
  let files: Promise<AdminFiles> | null = null;
  let stack: RunningStack | null = null;
  const serve: Page = async (request, response, url) => {
    if (stack === null) return void response.writeHead(503).end();
    const settings = settingsOf(stack, request.headers.host);
    files ??= build();
    const path = pathOf(url);
    const body = path === 'config.json' ? JSON.stringify(settings) : (await files).get(path);
    writeFile(response, policyOf(settings, stack), path, body);
  };
  const redirect: Page = (_request, response) => void response.writeHead(308, { location: adminRoot }).end();
  return {
    pages: { [adminRoot.slice(0, -1)]: redirect, [adminRoot]: serve },
    configure: (running) => {
      stack = running;
    },
  };
}

/** The content of `config.json` on a laptop. */
function settingsOf({ url, hostedUi }: RunningStack, host: string | undefined): AdminSettings {
  return {
    clientId: hostedUi.clientId,
    authUrl: hostedUi.url,
    issuer: hostedUi.url,
    apiUrl: asAskedFor(url, host),
    widgetUrl: `${url}/widget.js`,
  };
}

/** The policy that the web stack sends, with this machine's origins in it. */
function policyOf({ apiUrl, authUrl }: AdminSettings, { env }: RunningStack): string {
  const files = env.AWS_ENDPOINT_URL_S3 ?? '';
  return adminContentSecurityPolicy({ api: apiUrl, signIn: authUrl, files });
}

/** Under the name that the visitor uses for this machine: the page and the API are then one origin. */
function asAskedFor(apiUrl: string, host: string | undefined): string {
  const { port } = new URL(apiUrl);
  return host === `localhost:${port}` ? `http://${host}` : apiUrl;
}

/** A path of the application, not of a file, is answered with its page. */
function pathOf({ pathname }: URL): string {
  const path = pathname.slice(adminRoot.length);
  return path.split('/').at(-1)?.includes('.') ? path : 'index.html';
}

function writeFile(
  response: ServerResponse,
  policy: string,
  path: string,
  body: string | Uint8Array | undefined,
): void {
  response.writeHead(body === undefined ? 404 : 200, {
    ...adminSecurityHeaders,
    'content-security-policy': policy,
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  response.end(body);
}
