import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin, type TestAdmin } from '../../support/start-admin.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await startAdmin();
});
afterAll(() => admin.stop());

const ask = (path: string) => fetch(admin.appUrl + path, { redirect: 'manual' });

it('config.json has the addresses of this stack', async () => {
  const { url, hostedUi } = admin;
  expect(await (await ask('config.json')).json()).toEqual({
    clientId: hostedUi.clientId,
    authUrl: hostedUi.url,
    issuer: hostedUi.url,
    apiUrl: url,
    widgetUrl: `${url}/widget.js`,
  });
});

it('under the name localhost the API is called by that name too', async () => {
  const host = new URL(admin.url).host.replace('127.0.0.1', 'localhost');
  const settings = await new Promise((resolve, reject) => {
    const request = get(`${admin.appUrl}config.json`, { headers: { host } }, (response) =>
      resolve(json(response)),
    );
    request.on('error', reject);
  });
  expect(settings).toMatchObject({ apiUrl: `http://${host}` });
});

it('every path of the application is its page, under a policy that allows nothing inline', async () => {
  for (const path of ['', 'callback', 'flows', 'flows/deep/er/']) {
    const response = await ask(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-cache',
    });
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style|\s(style|on\w+)=/);
  }
});

it('files are cached for good under names of their content, and a missing one is not the page', async () => {
  const page = await (await ask('')).text();
  const [, script = ''] = /src="\/admin\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
  const response = await ask(script);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  for (const path of ['assets/none.js', '..%2f..%2fpackage.json', '.env'])
    expect((await ask(path)).status).toBe(404);
});

it('without the slash at its end it redirects to the application', async () => {
  const response = await fetch(`${admin.url}/admin`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/admin/']);
});
