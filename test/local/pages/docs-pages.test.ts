import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsFiles } from '../../../bin/docs/docs-files.ts';
import { problemAddress } from '../../../src/contract/docs.ts';
import { problemCode } from '../../../src/contract/problem-body.ts';
import { closeServer, listen } from '../../../src/local/listen.ts';
import { docsPages } from '../../../src/local/pages/front-page.ts';

const pages = docsPages(docsFiles('1.2.3'));
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const page = pages[url.pathname];
  if (page) void page(request, response, url);
  else response.writeHead(404).end();
});
let root: string;
beforeAll(async () => {
  root = await listen(server, 0);
});
afterAll(() => closeServer(server));

const html = Object.keys(pages).filter((path) => path.endsWith('.html'));
const textOf = async (path: string) => (await fetch(root + path)).text();

describe('the documentation', () => {
  it.each(Object.keys(pages).filter((path) => !path.endsWith('.png')))('has %s', async (path) => {
    const response = await fetch(root + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await response.text();
    expect(text.length).toBeGreaterThan(100);
    if (path.endsWith('.json')) expect(JSON.parse(text)).toBeTypeOf('object');
  });

  it('lets its pages request nothing outside of this server', async () => {
    const policy = (await fetch(`${root}/docs/reference.html`)).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it.each(html)('has no broken link on %s', async (path) => {
    const addresses = [...(await textOf(path)).matchAll(/ (?:src|href)="([^"]+)"/g)].map(
      ([, address = '']) => new URL(address, root + path),
    );
    const own = addresses.filter(({ origin, protocol }) => protocol !== 'data:' && origin === root);
    const dead: string[] = [];
    for (const { pathname, hash } of own) {
      if (!Object.hasOwn(pages, pathname)) dead.push(pathname);
      else if (hash && !(await textOf(pathname)).includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        dead.push(pathname + hash);
    }
    expect(dead).toEqual([]);
  });

  it('describes the fields of events, and once what they share', async () => {
    const page = await textOf('/docs/events.html');
    expect(page).toContain('<td>string or null</td>');
    expect(page.match(/<code>startedAtMs<\/code>/g)).toHaveLength(1);
    expect(page.match(/<a href="#Run">Run<\/a>/g)?.length).toBeGreaterThan(6);
  });

  it('hides the viewer’s button that would end what is never begun', async () => {
    expect(await textOf('/docs/docs.css')).toContain('#reference .try-out__btn.cancel {');
    expect(await textOf('/docs/viewer.js')).toContain('try-out__btn cancel');
  });

  it('describes every problem where its type says', async () => {
    const text = await textOf('/docs/problems.html');
    for (const code of problemCode.options) {
      const [path, anchor] = problemAddress(code).split('#');
      expect(path).toBe('/docs/problems.html');
      expect(text).toContain(`<section id="${anchor}">`);
    }
  });
});
