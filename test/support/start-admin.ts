import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { adminFiles } from '../../bin/admin-files.ts';
import { keepTokens, tokensOf } from '../../src/admin/auth/sign-in-client.ts';
import { adminRoot, createAdminPage } from '../../src/local/pages/admin-page.ts';
import { adminClient } from './admin-client.ts';
import { browserPatienceMs, startBrowser } from './start-browser.ts';
import { startTestStack, type TestStack, type TestStackOptions } from './start-stack.ts';

export interface TestAdmin extends TestStack {
  /** The application's root. */
  readonly appUrl: string;
}

/** The stack with the admin application in it. */
export async function startAdmin(options: TestStackOptions = {}): Promise<TestAdmin> {
  const files = await adminFiles();
  const admin = createAdminPage(async () => files);
  const pages = { ...options.pages, ...admin.pages };
  const stack = await startTestStack({ background: false, ...options, pages });
  admin.configure(stack);
  return { ...stack, appUrl: stack.url + adminRoot };
}

/** One browser and one application for all tests of a file; they are there once the tests run. */
export function shareAdmin(options?: TestStackOptions): { browser: Browser; admin: TestAdmin } {
  const shared = {} as { browser: Browser; admin: TestAdmin };
  beforeAll(async () => {
    [shared.browser, shared.admin] = await Promise.all([startBrowser(), startAdmin(options)]);
  });
  afterAll(async () => {
    await shared.browser.close();
    await shared.admin.stop();
  });
  return shared;
}

export interface Tab {
  readonly page: Page;
  /** What was written to the console, thrown, or refused by the policy. */
  readonly complaints: readonly string[];
  /** Every address that the browser asked for. */
  readonly addresses: readonly string[];
}

/** A tab of a browser that holds nothing of others. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(browserPatienceMs);
  return watch(await context.newPage());
}

/** Notes what a tab says and asks for. */
export function watch(page: Page): Tab {
  const complaints: string[] = [];
  const addresses: string[] = [];
  page.on('console', (message) => {
    // A test types faster than the hosted page sets its focus.
    if (!message.text().startsWith('Autofocus processing')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => void complaints.push(error.stack ?? error.message));
  page.on('request', (request) => void addresses.push(request.url()));
  return { page, complaints, addresses };
}

const { users }: { users: { email: string; password: string }[] } = JSON.parse(
  readFileSync('examples/users.json', 'utf8'),
);

/** Of the demo's users. */
export const passwordOf = (email: string) => users.find((user) => user.email === email)?.password ?? '';

/** Signs in on the hosted page, which a console that is opened by nobody leads to; ends wherever that leads. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(passwordOf(email));
  await page.keyboard.press('Enter');
}

/** Opens the console as somebody who has signed out of it in this tab. */
export async function openSignedOut(page: Page, { appUrl, url }: TestAdmin): Promise<void> {
  await page.goto(`${url}/healthz`);
  await page.evaluate(() => sessionStorage.setItem('gateway-admin.signed-out', '1'));
  await page.goto(appUrl);
}

/** Waits for the page with this heading. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Has the console speak another language, by its own name; what is shown must be English. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /: Account$/ }).click();
  await page.getByRole('menuitemradio', { name: language, exact: true }).click();
}

/** Presses what the menu of who is signed in offers. */
export async function inAccountMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /: Account$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Chooses one of a few that stand side by side. */
export async function choose(place: Page | Locator, name: string): Promise<void> {
  await place.getByRole('radiogroup').getByText(name, { exact: true }).click();
}

/** Selects an option of a field by what it says. */
export async function pick(place: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  await place.getByRole('combobox', { name: label, exact: true }).click();
  // The list floats above the page, also over a dialog.
  const page = 'goto' in place ? place : place.page();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Selects one of the ranges that are offered by name. */
export async function pickRange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Date range: / }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** The tokens, or the sign-in under way, as the tab keeps them. */
export function storedIn(
  page: Page,
  key: 'tokens' | 'pending-sign-in',
): Promise<Record<string, string> | null> {
  return page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null'), `gateway-admin.${key}`);
}

/** Calls the admin API as who is signed in on a page. */
export function callAdminAs(shared: ReturnType<typeof shareAdmin>) {
  return async (page: Page, method: string, path: string, body?: object, ifMatch?: string) => {
    const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
    return fetch(`${shared.admin.url}/v1/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
        // A check changes nothing: it takes no key.
        ...(method === 'POST' && !path.endsWith('/validate') && { 'idempotency-key': randomUUID() }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
}

/** Opens a page of the console as somebody who has signed in; how that is done by hand, the tests of the session say. */
export function openSignedIn(shared: ReturnType<typeof shareAdmin>) {
  return async (email: string, path: string, options: BrowserContextOptions = {}): Promise<Tab> => {
    const tab = await openTab(shared.browser, options);
    await giveSession(tab.page, shared.admin, email);
    await tab.page.goto(shared.admin.appUrl + path);
    await tab.page.getByRole('navigation').first().waitFor();
    return tab;
  };
}

/** Signs in without the pages, which take a browser longer than most tests: a session of the tab's own all the same. */
export async function giveSession(page: Page, { hostedUi, url }: TestAdmin, email: string): Promise<void> {
  const client = await adminClient(hostedUi, `${url}/admin/callback`);
  const answer = await client.exchange((await client.signIn(email, passwordOf(email))).url);
  const kept: [string, string][] = [];
  const storage = {
    getItem: () => null,
    setItem: (key: string, value: string) => kept.push([key, value]) > 0,
    removeItem: () => undefined,
    clear: () => undefined,
  };
  keepTokens({ storage }, tokensOf(answer, null, false));
  const cookies = client.browser.cookies('/').split('; ');
  await page.context().addCookies(
    cookies.map((cookie) => {
      const [name = '', value = ''] = cookie.split('=');
      return { name, value, url: hostedUi.url, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
  await page.goto(`${url}/healthz`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, kept);
}

/** Has the session of a tab be over at its next request: its refresh token is good for nothing. */
export const endSession = (page: Page): Promise<void> =>
  changeTokens(page, { refreshToken: 'withdrawn', exp: 0 });

/** Has the access token of a tab be too old; the next request asks for another. */
export const letTokenEnd = (page: Page): Promise<void> => changeTokens(page, { exp: 0 });

async function changeTokens(page: Page, change: object): Promise<void> {
  const tokens = JSON.stringify({ ...(await storedIn(page, 'tokens')), ...change });
  await page.evaluate((text) => sessionStorage.setItem('gateway-admin.tokens', text), tokens);
}
