import { expect, it, onTestFinished } from 'vitest';
import { startHttpApi } from '../../../src/local/http-api/http-api.ts';
import { frontPages } from '../../../src/local/pages/front-page.ts';

it("the front page can't be framed, and its files have their types", async () => {
  const pages = await frontPages({
    testPage: { js: '', css: '' },
    widget: { code: '', parts: [{ file: 'de.0a1b.js', code: '' }] },
    release: { file: 'releases/widget.0a1b.js', integrity: 'sha384-0a1b' },
    stack: () => ({ url: 'http://127.0.0.1', env: {} }) as never,
    rows: () => [],
    curl: () => '',
  });
  const api = await startHttpApi({
    port: 0,
    pages,
    invoke: async () => ({ statusCode: 404, headers: {}, body: '' }),
    authorize: async () => null,
    report: () => undefined,
  });
  onTestFinished(() => api.stop());
  const files = ['/front-page.css', '/widget.js', '/release.json'];
  for (const path of ['/', ...files, '/releases/widget.0a1b.js', '/releases/de.0a1b.js']) {
    const response = await fetch(api.url + path);
    await response.text();
    expect([path, response.status, response.headers.get('x-content-type-options')]).toEqual([
      path,
      200,
      'nosniff',
    ]);
    const isPinned = path.startsWith('/releases/');
    expect(response.headers.get('cache-control')?.includes('immutable')).toBe(isPinned);
    if (isPinned) expect(response.headers.get('access-control-allow-origin')).toBe('*');
    if (path === '/')
      expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
});
