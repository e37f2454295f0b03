import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { heading, openTab, shareAdmin, signIn, storedIn } from '../support/start-admin.ts';
import { stopClock } from '../support/start-hosted-ui.ts';

const shared = shareAdmin();

const user = 'editor@acme.example';
const welcome = 'Welcome, Edgar Editor';

async function openApplication(): Promise<Page> {
  const { page } = await openTab(shared.browser);
  await page.goto(shared.admin.appUrl);
  await page.locator('#email').waitFor();
  return page;
}

/** Signs in, and stops where the provider sends the browser back: the application does not run there yet. */
async function stopAtCallback(page: Page): Promise<URL> {
  const scripts = '**/admin/assets/*.js';
  await page.route(scripts, (route) => route.abort());
  await signIn(page, user);
  await page.waitForURL('**/admin/callback?*');
  await page.unroute(scripts);
  return new URL(page.url());
}

/** The right page; nothing of the sign-in is left in the tab or the address bar; and the way on works. */
async function expectRefusal(page: Page, title: string): Promise<void> {
  await heading(page, title);
  await expect.poll(() => page.url()).toBe(shared.admin.appUrl);
  expect([await storedIn(page, 'tokens'), await storedIn(page, 'pending-sign-in')]).toEqual([null, null]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await heading(page, welcome);
}

it('a user who enters by an address with two slashes signs in and stays on this site', async () => {
  const { page } = await openTab(shared.browser);
  await page.goto(`${shared.admin.appUrl}/evil`);
  await signIn(page, user);
  await expect.poll(() => page.url()).toBe(`${shared.admin.appUrl}evil`);
});

it('a callback with a tampered state is stopped', async () => {
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  callback.searchParams.set('state', 'x'.repeat(32));
  await page.goto(callback.href);
  await expectRefusal(page, 'Sign-in blocked for your security');
});

it('a callback that is opened twice leaves the session unchanged', async () => {
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  await page.goto(callback.href);
  await heading(page, welcome);
  const tokens = await storedIn(page, 'tokens');
  await page.goto(callback.href);
  await heading(page, 'Sign-in expired');
  await expect.poll(() => storedIn(page, 'tokens')).toEqual(tokens);
  await page.reload();
  await heading(page, welcome);
});

it('a used code is rejected, though the state is valid', async () => {
  const page = await openApplication();
  await page.route('**/oauth2/token', async (route) => {
    expect((await route.fetch()).status()).toBe(200);
    await route.continue();
  });
  await signIn(page, user);
  await expectRefusal(page, 'Sign-in link already used');
});

it('a code that arrives after more than 60 seconds is rejected', async () => {
  const pass = stopClock();
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  pass(61);
  await page.goto(callback.href);
  await expectRefusal(page, 'Sign-in took too long');
});

it('a verifier lost between redirect and callback ends the sign-in', async () => {
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  await page.evaluate('sessionStorage.clear()');
  await page.goto(callback.href);
  await expectRefusal(page, 'Sign-in expired');
});

it('the verifier of another sign-in is rejected by the provider', async () => {
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  const pending = await storedIn(page, 'pending-sign-in');
  await page.evaluate(
    (text) => sessionStorage.setItem('gateway-admin.pending-sign-in', text),
    JSON.stringify({ ...pending, verifier: 'v'.repeat(64) }),
  );
  await page.goto(callback.href);
  await expectRefusal(page, 'Can’t finish signing in');
});

it('a rejection by the provider is explained in our own words', async () => {
  const page = await openApplication();
  const callback = await stopAtCallback(page);
  const { searchParams } = callback;
  searchParams.delete('code');
  searchParams.set('error', 'access_denied');
  searchParams.set('error_description', 'Call 555-0100 <img src=x onerror=alert(1)> now');
  await page.goto(callback.href);
  await heading(page, 'Sign-in canceled');
  await expect.poll(() => page.content()).not.toContain('555-0100');
  await expectRefusal(page, 'Sign-in canceled');
});

it('an unregistered address is rejected before anyone signs in', async () => {
  const { page } = await openTab(shared.browser);
  await page.route('**/oauth2/authorize?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('redirect_uri', 'https://evil.example/callback');
    return route.fulfill({ status: 302, headers: { location: url.href } });
  });
  await page.goto(shared.admin.appUrl);
  await heading(page, 'Can’t continue signing in');
});
