import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heading, openTab, signIn, startAdmin, type TestAdmin } from '../support/start-admin.ts';
import { startBrowser } from '../support/start-browser.ts';

let browser: Browser;
let admin: TestAdmin;
beforeAll(async () => {
  [browser, admin] = await Promise.all([startBrowser(), startAdmin()]);
});
afterAll(async () => {
  await browser.close();
  await admin.stop();
});

describe.each([
  ['viewer@acme.example', 'Vera Viewer', 'viewer', ['Home', 'Flows', 'Widgets', 'Reports']],
  ['editor@acme.example', 'Edgar Editor', 'editor', ['Home', 'Flows', 'Widgets', 'Reports']],
  ['admin@acme.example', 'Ada Admin', 'admin', ['Home', 'Flows', 'Widgets', 'Reports', 'Users', 'Channels']],
  [
    'operator@platform.example',
    'Otto Operator',
    'super-admin',
    ['Home', 'Flows', 'Widgets', 'Reports', 'Users', 'Channels', 'Tenants'],
  ],
])('%s', (email, name, role, areas) => {
  it('signs in and sees what the role may do', async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(admin.appUrl);
    await signIn(page, email);
    await heading(page, `Welcome, ${name}`);
    expect(page.url()).toBe(admin.appUrl);
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(areas);
    expect(await page.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining(['acme', role]),
    );
    expect(complaints).toEqual([]);
  });
});
