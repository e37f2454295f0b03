import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heading, openSignedIn, startAdmin, type TestAdmin } from '../support/start-admin.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, shopPages, visit, widgetOf } from '../support/start-shop.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = {} as { browser: Browser; admin: TestAdmin };
beforeAll(async () => {
  const pages = await shopPages(() => shared.admin);
  [shared.browser, shared.admin] = await Promise.all([startBrowser(), startAdmin({ pages })]);
});
afterAll(async () => {
  await shared.browser.close();
  await shared.admin.stop();
});
const open = openSignedIn(shared);
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Where screenshots go that someone wants to look at. */
const shots = process.env.SHOTS;

async function look(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
}

it.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['on a phone in the dark', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
])(
  '%s: an editor shares a test link, anyone chats with the draft, and a revoked link is no page',
  async (name, options) => {
    const { page, complaints } = await open('editor@acme.example', 'flows/support', options);
    await heading(page, /./);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Share test link…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share test link' });
    await dialog
      .getByText(/^No test links yet$|Simulated/)
      .first()
      .waitFor();
    expect(await dialog.getByRole('switch', { name: 'Real calls' }).isDisabled()).toBe(true);
    await inDialog(page, 'Create link').click();
    await dialog.getByText('it’s shown only once').waitFor();
    await dialog.getByText('0 / 30').waitFor();
    await expectReadable(page);
    await look(page, `dialog ${name}`);
    const address = String(await dialog.locator('pre').textContent());
    expect(address).toMatch(/\/test\/#\S{60,}$/);

    const visitor = await visit(shared.browser, address, options);
    await visitor.page.getByRole('heading', { name: /^Test of / }).waitFor();
    await visitor.page.getByText('Nothing here reaches anyone').waitFor();
    const { messages, input } = widgetOf(visitor.page);
    await eventually(() => messages.count()).toBeGreaterThan(0);
    const before = await messages.count();
    await input.fill('🙂 hello');
    await input.press('Enter');
    await eventually(() => messages.count()).toBeGreaterThan(before + 1);
    await look(visitor.page, `chat ${name}`);
    await visitor.page.reload();
    await visitor.page.getByText('🙂 hello').waitFor();
    expect(visitor.violations).toEqual([]);

    await inDialog(page, 'Revoke…').click();
    await inDialog(page, 'Revoke link').click();
    await dialog.getByText('No test links yet').waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: '404' }).waitFor();
    await visitor.page.getByText('Page not found').waitFor();
    await look(visitor.page, `gone ${name}`);
    expect(complaints).toEqual([]);
  },
);

it('a publisher turns real calls on, and the page says so in the visitor’s language', async () => {
  const { page } = await open('admin@acme.example', 'flows/support/edit');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share test link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share test link' });
  await dialog.getByRole('switch', { name: 'Real calls' }).check();
  await inDialog(page, 'Create link').click();
  await dialog.getByText('Real', { exact: true }).waitFor();
  const address = String(await dialog.locator('pre').textContent());
  const { page: chat } = await visit(shared.browser, address, { locale: 'de-DE' });
  await chat.getByRole('heading', { name: /^Test von / }).waitFor();
  await chat.getByText('aber Aufrufe anderer Systeme sind echt').waitFor();
});

it('an invented link is not found', async () => {
  const { page } = await visit(shared.browser, `${shared.admin.url}/test/#guessed`);
  await page.getByRole('heading', { name: '404' }).waitFor();
  const answer = await page.reload();
  expect([answer?.status(), answer?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await page.getByText('Page not found').waitFor();
});
