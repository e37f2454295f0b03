import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeServer, listen } from '../../../src/local/listen.ts';
import { referencePages } from '../../../src/local/pages/reference-page.ts';

const pages = referencePages('1.2.3');
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  void pages[url.pathname]?.(request, response, url);
});
let root: string;
beforeAll(async () => {
  root = await listen(server, 0);
});
afterAll(() => closeServer(server));

describe('the reference of the API', () => {
  it.each(Object.keys(pages))('has %s', async (path) => {
    const response = await fetch(root + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await response.text();
    expect(text.length).toBeGreaterThan(100);
    if (path.endsWith('.json')) expect(JSON.parse(text)).toBeTypeOf('object');
  });

  it('asks for nothing that is not on this server', async () => {
    const response = await fetch(`${root}/docs`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    const asked = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    expect(asked).toHaveLength(4);
    for (const path of asked) expect(Object.keys(pages)).toContain(path);
  });
});
