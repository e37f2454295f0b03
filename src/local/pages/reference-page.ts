import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type JsonSchemas, jsonSchemas } from '../../operations/directory/json-schemas.ts';
import type { Page } from '../http-api/http-api.ts';

const root = '/docs';
const schemaNames = [
  'flow',
  'conversations',
  'widget',
  'channel',
  'tenant',
] as const satisfies (keyof JsonSchemas)[];
const viewer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The viewer writes styles into its elements; nothing else is allowed that is not this server's. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${root}/viewer.css">
  </head>
  <body>
    <noscript>The viewer needs JavaScript; the document itself is <a href="${root}/openapi.json">openapi.json</a>.</noscript>
    <main id="reference"></main>
    <script src="${root}/viewer.js"></script>
    <script src="${root}/start.js"></script>
  </body>
</html>
`;

const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const wear = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', wear);
wear();
SwaggerUIBundle({
  url: '${root}/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayOperationId: true,
  tryItOutEnabled: true,
});
`;

/**
 * The reference of the API at `/docs`, with a viewer that sends requests to this very stack; the documents beside it as
 * `openapi.json`, `asyncapi.json` and `schemas/….json`.
 */
export function referencePages(version: string): Readonly<Record<string, Page>> {
  const json = (make: () => Promise<unknown>) =>
    file('application/json', async () => JSON.stringify(await make()));
  const dist = (name: string) => () => readFile(join(viewer, name), 'utf8');
  return {
    [root]: file('text/html', async () => page, { 'content-security-policy': contentSecurityPolicy }),
    [`${root}/viewer.css`]: file('text/css', dist('swagger-ui.css')),
    [`${root}/viewer.js`]: file('text/javascript', dist('swagger-ui-bundle.js')),
    [`${root}/start.js`]: file('text/javascript', async () => start),
    // Loaded when somebody asks: a start need not wait for them.
    [`${root}/openapi.json`]: json(async () =>
      (await import('../../reference/openapi.ts')).openApiDocument(version),
    ),
    [`${root}/asyncapi.json`]: json(async () =>
      (await import('../../reference/asyncapi.ts')).asyncApiDocument(version),
    ),
    ...Object.fromEntries(
      schemaNames.map((name) => [`${root}/schemas/${name}.json`, json(async () => jsonSchemas()[name])]),
    ),
  };
}

function file(
  type: string,
  read: () => Promise<string>,
  headers: Readonly<Record<string, string>> = {},
): Page {
  return async (_request, response) => {
    const content = await read();
    response
      .writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        ...headers,
      })
      .end(content);
  };
}
