import { docsContentSecurityPolicy } from '../../contract/docs.ts';
import type { Page } from '../http-api/http-api.ts';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
};

/** Serves the documentation's files at `/docs/…`, each made when it is asked for. */
export function docsPages(
  files: ReadonlyMap<string, () => Promise<string | Buffer>>,
): Readonly<Record<string, Page>> {
  const pages = [...files].map(([path, read]): readonly [string, Page] => [
    `/docs/${path}`,
    async (_request, response) => {
      const content = await read();
      response
        .writeHead(200, {
          'content-type': types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          'content-security-policy': docsContentSecurityPolicy,
        })
        .end(content);
    },
  ]);
  const home: Page = (_request, response) =>
    void response.writeHead(302, { location: '/docs/index.html' }).end();
  return Object.fromEntries([...pages, ['/docs', home], ['/docs/', home]]);
}
