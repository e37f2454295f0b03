import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { heading, openTab, pickRange, shareAdmin, signIn, speak, storedIn } from '../support/start-admin.ts';

const shared = shareAdmin();

async function open(email: string, path = '', options: BrowserContextOptions = {}) {
  const tab = await openTab(shared.browser, options);
  await tab.page.goto(shared.admin.appUrl + path);
  await signIn(tab.page, email);
  await tab.page.getByRole('navigation').waitFor();
  return tab;
}
const editor = 'editor@acme.example';
const admin = 'admin@acme.example';
const operator = 'operator@platform.example';

const pathOf = (page: Page) => page.url().slice(shared.admin.appUrl.length);
const apiCallsOf = (addresses: readonly string[]) => addresses.filter((one) => one.includes('/v1/admin'));

describe('addresses', () => {
  it.each([
    ['widgets', 't/acme/widgets', 'Widgets'],
    ['audit?what=flow.', 't/acme/audit?what=flow.', 'Audit log'],
    ['nowhere', 't/acme/nowhere', 'Page not found'],
  ])('%s leads to %s', async (asked, path, title) => {
    const { page } = await open(admin, asked);
    await heading(page, title);
    expect(pathOf(page)).toBe(path);
  });

  it("another tenant's address shows none of its data and requests none", async () => {
    const { page, addresses } = await open(admin, 't/globex/audit');
    await heading(page, 'You don’t have access to globex');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('This page belongs to another tenant');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    expect(apiCallsOf(addresses)).toEqual([]);
  });

  it("a page that the role can't open names the role that can and the users who have it, and requests nothing else", async () => {
    const { page, addresses } = await open(editor, 't/acme/audit');
    await heading(page, 'You don’t have access to Audit log');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('This page requires the Admin role; you’re Editor.');
    await expect.poll(() => page.getByRole('main').textContent()).toContain(`Signed in as ${editor} (acme)`);
    await page.getByText('Ask an admin for access: Ada Admin').waitFor();
    expect(apiCallsOf(addresses).filter((one) => !one.endsWith('/admins'))).toEqual([]);
    await page.getByRole('link', { name: 'Go to home' }).click();
    await heading(page, 'Welcome, Edgar Editor');
  });
});

it('a super-admin works in another tenant, sees so on every page, and returns', async () => {
  const { page } = await open(operator, 't/acme/audit');
  await heading(page, 'Audit log');
  await page.getByRole('button', { name: 'acme: Switch tenant' }).click();
  const asked = page.waitForRequest(
    (request) => request.url().includes('/v1/admin/audit') && request.headers()['x-tenant-id'] === 'globex',
  );
  await page.getByRole('combobox', { name: 'Tenant ID' }).fill('globex');
  await page.keyboard.press('Enter');
  await page.getByText('Viewing globex').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  expect((await (await asked).response())?.status()).toBe(200);
  await page.getByText('No changes in this range').waitFor();
  expect(pathOf(page)).toBe('t/globex/audit');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.goBack();
  await page.goBack();
  await heading(page, 'Audit log');
  expect([pathOf(page), await page.getByText('Viewing').count()]).toEqual(['t/acme/audit', 0]);
});

it('a super-admin learns that an unknown tenant does not exist', async () => {
  const { page } = await open(operator, 't/nobody/audit');
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Couldn’t load.*Not found/s);
});

it('Ctrl K finds pages, flows and steps by keyboard alone', async () => {
  const { page } = await open(editor);
  await heading(page, 'Welcome, Edgar Editor');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  // Nothing lies above it.
  await skip.click({ trial: true });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages, flows and steps' });
  await field.fill('e');
  await page.getByRole('option', { name: 'Home Page' }).waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await field.fill('no such thing');
  await page.getByText('No results').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => field.count()).toBe(0);
  await page.keyboard.press('Control+k');
  await field.fill('widg');
  await page.keyboard.press('Enter');
  await heading(page, 'Widgets');
  await page.keyboard.press('Control+k');
  await field.fill('acme sup');
  await page.getByRole('option', { name: 'Acme support (support) Flow' }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Acme support');
  expect(pathOf(page)).toBe('t/acme/flows/support');
  await page.keyboard.press('Control+k');
  await field.fill('what can we do');
  await page.getByRole('option', { name: 'menu: What can we do for you? Step in support' }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Acme support');
  await page.getByRole('heading', { name: 'Question menu' }).waitFor();
});

it('Arabic mirrors the page, is complete, and stays selected', async () => {
  const { page } = await open(admin, 't/acme/audit');
  await heading(page, 'Audit log');
  await speak(page, 'العربية');
  await heading(page, 'سجل التدقيق');
  await page.reload();
  await heading(page, 'سجل التدقيق');
  await expect
    .poll(() => page.evaluate('[document.documentElement.lang, document.documentElement.dir]'))
    .toEqual(['ar', 'rtl']);
  const rail = await page.getByRole('navigation').boundingBox();
  const main = await page.getByRole('main').boundingBox();
  expect(rail?.x).toBeGreaterThan(main?.x ?? Number.POSITIVE_INFINITY);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  const words = (await page.getByRole('main').allInnerTexts())
    .concat(await page.locator('nav').allInnerTexts())
    .join(' ')
    .match(/[A-Za-z@.]{2,}/g);
  // Ids, keys and the abbreviation in “API keys” are the only Latin words.
  expect([...new Set(words)].sort()).toEqual(['AA', 'API', 'Ada', 'Admin', 'CSV', 'Ctrl', 'acme']);
});

it('on a phone the rail is a bar of four items and More, which holds the rest', async () => {
  const { page } = await open(admin, 't/acme/audit', { viewport: { width: 320, height: 640 } });
  await heading(page, 'Audit log');
  await expect
    .poll(() => page.getByRole('navigation').getByRole('link').allInnerTexts())
    .toEqual(['Home', 'Inbox', 'Conversations', 'Flows']);
  await page.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('link', { name: 'Channels' }).click();
  await heading(page, 'Channels');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

it('a bar says that the browser is offline, loaded data stays, and the page recovers by itself', async () => {
  const { page } = await open(admin, 't/acme/audit');
  await page.getByText('No changes in this range').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You’re offline. You can keep reading').waitFor();
  await expect.poll(() => page.getByText('No changes in this range').count()).toBe(1);
  // The calendar can't be loaded; the presets beside it stay.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('RangeCalendar'));
  await page.getByRole('button', { name: /^Date range: / }).click();
  await failed;
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
  await page.getByRole('button', { name: 'Last 30 days', exact: true }).click();
  await page.getByRole('alert').getByText('You’re offline. Check your connection.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No changes in this range').waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

it('a banner says that the session has ended, and the sign-in leads back to the page', async () => {
  const { page } = await open(admin, 't/acme/audit?what=flow.');
  await heading(page, 'Audit log');
  const tokens = JSON.stringify({ ...(await storedIn(page, 'tokens')), refreshToken: 'withdrawn', exp: 0 });
  await page.evaluate((text) => sessionStorage.setItem('gateway-admin.tokens', text), tokens);
  await pickRange(page, 'Last 30 days');
  const dialog = page.getByRole('dialog', { name: 'Session expired' });
  await dialog.waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await heading(page, 'Audit log');
  await dialog.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe('t/acme/audit?what=flow.&range=30');
});
