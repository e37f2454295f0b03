import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  heading,
  inAccountMenu,
  openTab,
  shareAdmin,
  signIn,
  startAdmin,
  storedIn,
  type TestAdmin,
  watch,
} from '../support/start-admin.ts';

const shared = shareAdmin();

const user = 'editor@acme.example';
const welcome = 'Welcome, Edgar Editor';

async function openSignedIn({ appUrl }: Pick<TestAdmin, 'appUrl'> = shared.admin, path = '') {
  const tab = await openTab(shared.browser);
  await tab.page.goto(appUrl + path);
  await signIn(tab.page, user);
  await tab.page.getByRole('navigation').waitFor();
  return tab;
}

const click = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Changes the tokens that a tab holds, while no console is open that could replace them, and opens its page again. */
async function reopenWith(page: Page, change: Record<string, unknown>): Promise<void> {
  const address = page.url();
  await page.goto(new URL('/healthz', address).href);
  const tokens = JSON.stringify({ ...(await storedIn(page, 'tokens')), ...change });
  await page.evaluate((text) => sessionStorage.setItem('gateway-admin.tokens', text), tokens);
  await page.goto(address);
}

it('the code of a page is loaded beside the session, not after it', async () => {
  const { page } = await openSignedIn(shared.admin, 'flows');
  await page.route('**/v1/auth/session', async (route) => {
    await code;
    await route.continue();
  });
  const code = page.waitForRequest(/FlowsPage/);
  await page.reload();
  await heading(page, 'Flows');
});

it('a reload keeps the session, and the page', async () => {
  const { page } = await openSignedIn(shared.admin, 'flows');
  await heading(page, 'Flows');
  const tokens = await storedIn(page, 'tokens');
  await page.reload();
  await heading(page, 'Flows');
  await expect.poll(() => storedIn(page, 'tokens')).toEqual(tokens);
});

it('a raised role applies within a minute, with a token that has it', async () => {
  const { page } = await openTab(shared.browser);
  await page.clock.install();
  await page.goto(shared.admin.appUrl);
  await signIn(page, user);
  await heading(page, welcome);
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  let asked = 0;
  await page.route('**/v1/auth/session', async (route) => {
    asked += 1;
    const response = await route.fetch();
    const change = asked === 1 ? { roleChanged: true } : { roles: ['admin'] };
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });
  const refreshed = page.waitForRequest('**/oauth2/token');
  // The service may remember the role of before for half a minute.
  await page.clock.runFor(29_000);
  expect((await refreshed).postData()).toContain('grant_type=refresh_token');
  await page.getByRole('link', { name: 'Users' }).first().waitFor();
});

it('after signing out the back button shows nothing', async () => {
  const { page } = await openSignedIn();
  await page.getByRole('link', { name: 'Flows' }).click();
  await heading(page, 'Flows');
  const revoked = page.waitForRequest('**/oauth2/revoke');
  await inAccountMenu(page, 'Sign out');
  await heading(page, 'Sign in');
  await expect.poll(() => page.getByText('another tab').count()).toBe(0);
  expect((await revoked).postData()).toContain('client_id=local-admin-app');
  await expect.poll(() => page.url()).toBe(shared.admin.appUrl);
  await expect.poll(() => page.evaluate('Object.keys(sessionStorage)')).toEqual(['gateway-admin.signed-out']);
  await page.goBack();
  await heading(page, 'Sign in');
  await expect.poll(() => page.locator('body').textContent()).not.toContain('acme');
  // The hosted session is over too: a password is asked for.
  await click(page, 'Continue');
  await page.locator('#password').waitFor();
});

it('a user who opens the console without a session is led to the sign-in, and back to the page', async () => {
  const { page } = await openTab(shared.browser);
  await page.goto(`${shared.admin.appUrl}t/acme/flows`);
  await signIn(page, user);
  await heading(page, 'Flows');
  await inAccountMenu(page, 'Sign out');
  await heading(page, 'Sign in');
  await page.reload();
  await heading(page, 'Sign in');
  await click(page, 'Continue');
  await signIn(page, user);
  await heading(page, welcome);
});

it("a page restored from the browser's memory shows nothing of an ended session", async () => {
  const { page } = await openSignedIn();
  await heading(page, welcome);
  await page.evaluate(() => {
    sessionStorage.clear();
    sessionStorage.setItem('gateway-admin.signed-out', '1');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await heading(page, 'Sign in');
});

it('the revoked refresh token is useless', async () => {
  const { page } = await openSignedIn();
  const tokens = await storedIn(page, 'tokens');
  await inAccountMenu(page, 'Sign out');
  await heading(page, 'Sign in');
  const response = await fetch(`${shared.admin.hostedUi.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: shared.admin.hostedUi.clientId,
      refresh_token: tokens?.refreshToken ?? '',
    }),
  });
  expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

describe('with tokens that last less than a minute', () => {
  let shortLived: TestAdmin;
  beforeAll(async () => {
    shortLived = await startAdmin({ hostedUi: { lifetimes: { accessTokenS: 50, idTokenS: 50 } } });
  });
  afterAll(() => shortLived.stop());

  it('each check of the session refreshes first', async () => {
    const { page } = await openSignedIn(shortLived);
    await heading(page, welcome);
    const before = await storedIn(page, 'tokens');
    const refresh = page.waitForRequest('**/oauth2/token');
    await page.getByRole('link', { name: 'Flows' }).click();
    expect((await refresh).postData()).toContain('grant_type=refresh_token');
    await expect
      .poll(async () => (await storedIn(page, 'tokens'))?.accessToken)
      .not.toBe(before?.accessToken);
    await heading(page, 'Flows');
  });

  it("a failed refresh leads to the sign-in and back to the user's page", async () => {
    const { page, addresses } = await openSignedIn(shortLived, 'widgets');
    await heading(page, 'Widgets');
    await page.context().clearCookies();
    await reopenWith(page, { refreshToken: 'withdrawn' });
    await page.locator('#email').waitFor();
    await page.locator('#email').fill(user);
    await page.locator('#password').fill('Development-only-2');
    await page.keyboard.press('Enter');
    await heading(page, 'Widgets');
    await expect.poll(() => page.url()).toBe(`${shortLived.appUrl}t/acme/widgets`);
    expect(addresses.filter((address) => address.includes('/oauth2/authorize?'))).toHaveLength(2);
  });
});

it('a session that ends while the hosted one lasts is renewed silently', async () => {
  const { page } = await openSignedIn(shared.admin, 'widgets');
  await heading(page, 'Widgets');
  await reopenWith(page, { refreshToken: 'withdrawn', exp: 0 });
  await heading(page, 'Widgets');
  await expect.poll(() => storedIn(page, 'tokens')).toMatchObject({ isAutomatic: true });
});

it('a rejected access token leads to the sign-in and back to the page', async () => {
  const { page } = await openSignedIn(shared.admin, 'flows');
  await heading(page, 'Flows');
  await reopenWith(page, { accessToken: 'not.a.token' });
  await heading(page, 'Please sign in again');
  await expect.poll(() => storedIn(page, 'tokens')).toBeNull();
  await click(page, 'Sign in again');
  await heading(page, 'Flows');
});

it('a user without a tenant sees a page of their own, and can sign out', async () => {
  const { page } = await openTab(shared.browser);
  await page.goto(shared.admin.appUrl);
  await signIn(page, 'nobody@platform.example');
  await heading(page, 'Your account has no tenant');
  await expect
    .poll(() => page.getByRole('alert').textContent())
    .toBe('You’re signed in, but not assigned to a tenant yet.');
  await page.getByText('Error details for support: missing_tenant_claim').waitFor();
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  await click(page, 'Sign out');
  await heading(page, 'Sign in');
});

it('a user of a suspended tenant sees the reason', async () => {
  const suspended = await startAdmin({
    changeTenant: (folder) => ({ ...folder, tenant: { ...folder.tenant, status: 'suspended' } }),
  });
  onTestFinished(() => suspended.stop());
  const { page } = await openTab(shared.browser);
  await page.goto(suspended.appUrl);
  await signIn(page, user);
  await heading(page, 'Tenant unavailable');
});

it('an offline user sees the reason, stays signed in and can retry', async () => {
  const { page } = await openSignedIn(shared.admin, 'flows');
  let loads = 0;
  await page.route('**/v1/auth/session', (route) => route.abort());
  // The line is cut once the application has started.
  await page.route('**/config.json', (route) => {
    loads += 1;
    return loads === 1 ? route.continue() : route.abort();
  });
  await page.reload();
  await heading(page, 'Can’t connect');
  await page.unrouteAll();
  await click(page, 'Retry');
  await heading(page, 'Flows');
});

it('a user whose token is rejected unreadably is asked to sign in again', async () => {
  const { page } = await openSignedIn(shared.admin, 'flows');
  // API Gateway's own 401 has no CORS headers: to the page it is as if nothing had answered.
  await page.route('**/v1/auth/session', (route) => route.abort());
  await page.reload();
  await heading(page, 'Please sign in again');
  await page.unrouteAll();
  await click(page, 'Sign in again');
  await heading(page, 'Flows');
});

it.each([
  ['missing', { status: 404, body: '' }, 'Setup incomplete'],
  ['incomplete', { status: 200, body: '{"clientId":"c"}' }, 'Setup incomplete'],
])('settings that are %s are reported, and can be retried', async (_what, answer, title) => {
  const { page } = await openTab(shared.browser);
  await page.route('**/config.json', (route) => route.fulfill(answer));
  await page.goto(shared.admin.appUrl);
  await heading(page, title);
  await page.unrouteAll();
  await click(page, 'Retry');
  await page.locator('#email').waitFor();
});

describe('two tabs', () => {
  it('sign in at the same time without breaking each other', async () => {
    const { page: first } = await openTab(shared.browser);
    const second = await first.context().newPage();
    await first.goto(shared.admin.appUrl);
    await second.goto(`${shared.admin.appUrl}flows`);
    await first.locator('#email').waitFor();
    await signIn(second, user);
    await heading(second, 'Flows');
    await first.locator('#email').fill(user);
    await first.locator('#password').fill('Development-only-2');
    await first.keyboard.press('Enter');
    await heading(first, welcome);
    await second.reload();
    await heading(second, 'Flows');
    await expect.poll(() => storedIn(first, 'tokens')).not.toEqual(await storedIn(second, 'tokens'));
  });

  it('of which one is a copy both continue, even where a refresh token can be used once', async () => {
    const lifetimes = { accessTokenS: 50, idTokenS: 50 };
    const rotating = await startAdmin({ hostedUi: { lifetimes, rotateRefreshTokens: true } });
    onTestFinished(() => rotating.stop());
    // A page that asks once: the answer to a refresh that a reload cuts off is lost, and the token with it.
    const { page: first } = await openSignedIn(rotating, 'widgets');
    await heading(first, 'Widgets');
    const opened = first.context().waitForEvent('page');
    await first.evaluate('void window.open(location.href)');
    const second = await opened;
    await heading(second, 'Widgets');
    for (const page of [first, second, first]) {
      await page.reload();
      await heading(page, 'Widgets');
    }
  });

  it('are both signed out when one signs out', async () => {
    const { page: first } = await openSignedIn();
    const second = watch(await first.context().newPage());
    await second.page.goto(shared.admin.appUrl);
    await heading(second.page, welcome);
    await inAccountMenu(first, 'Sign out');
    await heading(second.page, 'Sign in');
    await expect.poll(() => second.page.getByRole('status').textContent()).toContain('another tab');
    await expect.poll(() => storedIn(second.page, 'tokens')).toBeNull();
    expect(second.complaints).toEqual([]);
  });
});
