import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type CapturedLines, captureLines } from '../support/captured-lines.ts';
import { heading, openTab, signIn, startAdmin, storedIn, type TestAdmin } from '../support/start-admin.ts';
import { startBrowser } from '../support/start-browser.ts';

let browser: Browser;
let admin: TestAdmin;
let lines: CapturedLines | null = null;
beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  lines?.stop();
  await admin.stop();
});
afterAll(() => browser.close());

it('tokens and verifier are in the tab alone: in no address, storage, cookie, console or log', async () => {
  lines = captureLines();
  admin = await startAdmin({ hostedUi: { lifetimes: { accessTokenS: 50, idTokenS: 50 } } });
  const { page, complaints, addresses } = await openTab(browser);
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => void referrers.push(request.headers().referer));
  const scripts = '**/admin/assets/*.js';
  await page.goto(admin.appUrl);
  await page.locator('#email').waitFor();
  await page.route(scripts, (route) => route.abort());
  await signIn(page, 'editor@acme.example');
  await page.waitForURL('**/admin/callback?*');
  const pending = await storedIn(page, 'pending-sign-in');
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  await page.unroute(scripts);
  await page.reload();
  await heading(page, 'Welcome, Edgar Editor');
  const first = await storedIn(page, 'tokens');
  await page.getByRole('link', { name: 'Flows' }).click();
  await expect.poll(async () => (await storedIn(page, 'tokens'))?.accessToken).not.toBe(first?.accessToken);
  const second = await storedIn(page, 'tokens');
  // A refusal is logged; the token that was refused is not.
  const authorization = `Bearer ${second?.idToken}`;
  const refused = await fetch(`${admin.url}/v1/auth/session`, { headers: { authorization } });
  expect(refused.status).toBe(401);
  const secrets = [first, second]
    .flatMap((tokens) => [tokens?.idToken, tokens?.accessToken, tokens?.refreshToken])
    .concat(pending?.verifier);
  expect(secrets.filter((secret) => secret === undefined || secret.length < 40)).toEqual([]);

  const elsewhere = await page.evaluate(async () => ({
    local: { ...localStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    address: location.href,
    state: history.state,
    text: document.documentElement.outerHTML,
  }));
  const places = {
    ...elsewhere,
    cookies: await page.context().cookies(),
    addresses,
    referrers,
    console: complaints,
    log: lines.text(),
  };
  for (const [place, content] of Object.entries(places)) {
    const text = JSON.stringify(content);
    expect([place, secrets.filter((secret) => text.includes(secret ?? ''))]).toEqual([place, []]);
  }
  // The code goes through the address bar once; it stays in none, and nobody is told the address.
  expect(JSON.stringify([elsewhere, referrers, complaints, places.log])).not.toContain(code);
  expect(places.log).toContain('a request was refused');
});
