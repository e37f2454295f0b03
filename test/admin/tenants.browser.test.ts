import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { heading, openSignedIn, openTab, shareAdmin, signIn } from '../support/start-admin.ts';

const shared = shareAdmin();

const open = (email: string, options: BrowserContextOptions = {}) =>
  openSignedIn(shared)(email, 'tenants', options);
const menuOf = (page: Page, tenant: string) => page.getByRole('button', { name: `Actions for ${tenant}` });
const operator = 'operator@platform.example';

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('an operator suspends a tenant by keyboard alone, resumes it, and works in it', async () => {
    const { page, complaints } = await open(operator, options);
    await menuOf(page, 'globex').focus();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Suspend globex…' }).press('Enter');
    const button = page.getByRole('button', { name: 'Suspend', exact: true });
    await page.getByLabel('Type “globex” to confirm').focus();
    await page.keyboard.type('globe');
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.keyboard.type('x');
    await expect.poll(() => button.isEnabled()).toBe(true);
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /globex/ })
      .getByText('Suspended')
      .waitFor();
    await menuOf(page, 'globex').click();
    await page.getByRole('menuitem', { name: 'Reactivate globex…' }).click();
    await page.getByRole('button', { name: 'Reactivate', exact: true }).click();
    await page
      .getByRole('row', { name: /globex/ })
      .getByText('Active')
      .waitFor();
    await page
      .getByRole('row', { name: /globex/ })
      .getByRole('link')
      .click();
    await page.getByText('Viewing globex').waitFor();
    expect(complaints).toEqual([]);
  });
});

it("nobody suspends their own tenant, and an admin can't see others", async () => {
  const { page } = await open(operator);
  await menuOf(page, 'acme').click();
  await page.getByRole('menuitem', { name: 'Open acme' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Suspend acme…' }).count()).toBe(0);
  const other = await open('admin@acme.example');
  await heading(other.page, 'You don’t have access to Tenants');
  expect(other.addresses.filter((address) => address.includes('/v1/admin'))).toEqual([]);
});

it('an operator who was too slow learns it, and sees the current state', async () => {
  const { page } = await open(operator);
  await menuOf(page, 'globex').click();
  await page.getByRole('menuitem', { name: 'Suspend globex…' }).click();
  const problem = {
    type: 'about:blank',
    title: 'Precondition Failed',
    status: 412,
    detail: 'it was changed by somebody else since you have read it',
    code: 'precondition_failed',
    correlationId: 'corr-1',
  };
  await page.route('**/suspend', (route) => route.fulfill({ status: 412, json: problem }));
  await page.getByLabel('Type “globex” to confirm').fill('globex');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('alert').getByText('Someone else changed this').waitFor();
  await expect.poll(() => page.getByLabel('Type “globex” to confirm').inputValue()).toBe('globex');
});

it('of ten thousand tenants one is found by its ID, and the others are listed page by page', async () => {
  const { page } = await open(operator);
  const pageOf = (first: number) => ({
    items: Array.from({ length: 100 }, (_, n) => ({
      tenant: { id: `shop-${first + n}`, name: `Shop ${first + n}`, status: 'active' },
      ...{ by: null, at: null },
    })),
    cursor: first + 100 < 10_000 ? String(first + 100) : null,
  });
  await page.route('**/v1/admin/tenants?*', (route) =>
    route.fulfill({
      json: pageOf(Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)),
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.reload();
  const rows = page.getByRole('table', { name: 'Tenants' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(101);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByRole('row', { name: /Shop 199 / }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search by name or ID' });
  await search.fill('shop 19');
  await expect.poll(() => rows.count()).toBe(12);
  await search.fill('globex');
  await page
    .getByRole('row', { name: /globex/ })
    .getByRole('link')
    .waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  expect(new URL(page.url()).search).toBe('?q=globex');
  await search.fill('nobody');
  await page.getByText('No tenant matches').waitFor();
  await search.fill('');
  await expect.poll(() => rows.count()).toBe(201);
});

it('a tenant is created, and its first admin invited next', async () => {
  const { page } = await open(operator);
  await page.getByRole('button', { name: 'New tenant' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Umbrella');
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Umbrella');
  await page.getByLabel('ID', { exact: true }).fill('umbrella');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await page.getByText('Viewing umbrella').waitFor();
  await page.getByRole('dialog', { name: 'Invite users' }).waitFor();
});

it('an empty list, and a failure that can be retried', async () => {
  const { page } = await openTab(shared.browser);
  await page.route('**/v1/admin/tenants*', (route) => route.fulfill({ status: 502, body: '<html></html>' }));
  await page.goto(`${shared.admin.appUrl}tenants`);
  await signIn(page, operator);
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await page.unrouteAll();
  await page.route('**/v1/admin/tenants*', (route) => route.fulfill({ json: { items: [], cursor: null } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No tenants yet.').waitFor();
});
