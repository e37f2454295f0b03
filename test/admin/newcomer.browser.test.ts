import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { heading, openTab, passwordOf, shareAdmin } from '../support/start-admin.ts';
import { shopPages, visit, widgetOf } from '../support/start-shop.ts';

const shared = shareAdmin({ pages: await shopPages(() => shared.admin) });

it('a newcomer publishes a template and meets it in a widget on a page, by following the pages alone, in 25 clicks', async () => {
  const { page } = await openTab(shared.browser, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto(shared.admin.appUrl);
  await page.locator('#email').fill('admin@acme.example');
  await page.locator('#password').fill(passwordOf('admin@acme.example'));
  await page.keyboard.press('Enter');
  await heading(page, 'Welcome, Ada Admin');

  await click(page.getByRole('navigation').getByRole('link', { name: 'Flows' }));
  await click(page.getByRole('button', { name: 'New flow' }));
  const newFlow = page.getByRole('dialog', { name: 'New flow' });
  await click(newFlow.getByRole('radio', { name: /^Lead form/ }));
  await click(newFlow.getByRole('button', { name: 'Say “Hi”' }));
  await newFlow.getByText('What is your name?').waitFor();
  await newFlow.getByLabel('Name').fill('Spring leads');
  await click(newFlow.getByRole('button', { name: 'Create' }));

  await heading(page, 'Spring leads');
  await click(page.getByRole('button', { name: 'Publish…' }));
  const publish = page.getByRole('dialog', { name: 'Publish flow' });
  await publish.getByText('All 2 tests pass').waitFor();
  await click(publish.getByRole('button', { name: 'Publish' }));
  await page.getByText('v1 is live').waitFor();

  await click(page.getByRole('button', { name: 'Add to a widget' }));
  const newWidget = page.getByRole('dialog', { name: 'New widget' });
  await newWidget.getByLabel('Name').fill('spring');
  await newWidget.getByLabel('Your site').fill(shared.admin.url);
  await click(newWidget.getByRole('button', { name: 'Create' }));
  await page.getByText('Embed code of spring').waitFor();
  await page.getByText('Not seen on a page yet').waitFor();
  await click(page.getByRole('button', { name: 'Copy code' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const code = await page.evaluate<string>('navigator.clipboard.readText()');

  const site = await visit(shared.browser, 'about:blank');
  const address = `${shared.admin.url}/a-site`;
  await site.page.route(address, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>My site</title><body><h1>My site</h1>${code}</body></html>`,
    }),
  );
  await site.page.goto(address);
  const widget = widgetOf(site.page);
  await click(widget.launcher);
  await widget.input.fill('hello');
  await site.page.keyboard.press('Enter');
  await widget.root.getByText('What is your name?').waitFor();
  await page.getByText('Installed. Last seen').waitFor();
  expect(clicks).toBeLessThanOrEqual(25);
});
