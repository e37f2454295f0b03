import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable, expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const answered = (key: string) =>
  fetch(`${shared.admin.url}/v1/service/handoffs`, { headers: { authorization: `Bearer ${key}` } });

it.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['on a phone in the dark', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
])('%s: an admin creates a key, sees it once, uses it, and revokes it', async (look, options) => {
  const { page, complaints } = await open('admin@acme.example', 'service-keys', options);
  const name = `Shop ${look}`;
  await heading(page, 'API keys');
  await button(page, 'Create API key…').click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('View conversations').check();
  await expectReadable(page);
  await inDialog(page, 'Create key').click();
  await page.getByText(`Your new API key: ${name}`).waitFor();
  await expectReadable(page);
  const key = String(await page.getByRole('dialog').locator('pre').textContent());
  await inDialog(page, 'Done').click();
  await expect.poll(() => page.getByText(key).count()).toBe(0);
  expect(page.url()).not.toContain('mgw_');
  expect((await answered(key)).status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('View conversations').waitFor();
  await expectReadable(page);
  await button(page, `Revoke ${name}…`).click();
  await page.getByText('The key loses access within a minute.').waitFor();
  await inDialog(page, 'Revoke key').click();
  await page.getByText(`${name} revoked`).waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('has no page for an editor', async () => {
  await expectRefused(open, 'editor@acme.example', 'service-keys', 'API keys');
});
