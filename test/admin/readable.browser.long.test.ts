import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { heading, openSignedOut, openTab, shareAdmin, signIn } from '../support/start-admin.ts';

const shared = shareAdmin();

async function expectReadable(page: Page, title: string): Promise<void> {
  await heading(page, title);
  expect([title, await readingProblemsOf(page)]).toEqual([title, []]);
  await expect.poll(() => page.title()).toBe(`${title} · Messaging gateway`);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('every page can be read by all users and violates no policy', async () => {
    const { page, complaints } = await openTab(shared.browser, options);
    await openSignedOut(page, shared.admin);
    await expectReadable(page, 'Sign in');
    await page.getByRole('button', { name: 'Continue' }).click();
    await signIn(page, 'editor@acme.example');
    await expectReadable(page, 'Welcome, Edgar Editor');
    for (const area of ['Conversations', 'Flows', 'Widgets']) {
      if (options.viewport && area === 'Widgets') await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('link', { name: area }).click();
      await expectReadable(page, area);
    }
    for (const [path, title] of [
      ['tenants', 'You don’t have access to Tenants'],
      ['nowhere', 'Page not found'],
      ['callback?code=c&state=s', 'Sign-in expired'],
    ] as const) {
      await page.goto(shared.admin.appUrl + path);
      await expectReadable(page, title);
    }
    await page.evaluate('sessionStorage.clear()');
    await page.context().clearCookies();
    await page.goto(shared.admin.appUrl);
    await signIn(page, 'nobody@platform.example');
    await expectReadable(page, 'Your account has no tenant');
    // Of the refusals only the 403 of the user without tenant is written to the console, by the browser itself.
    expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([]);
  });
});

it('by keyboard alone a user signs in, visits the pages and signs out', async () => {
  const { page } = await openTab(shared.browser);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  await openSignedOut(page, shared.admin);
  await heading(page, 'Sign in');
  await press('Tab');
  await expect.poll(() => focused()).toBe('Skip to content');
  await press('Enter', 'Tab', 'Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('email');
  await page.keyboard.type('editor@acme.example');
  await press('Tab');
  await page.keyboard.type('Development-only-2');
  await press('Enter');
  await heading(page, 'Welcome, Edgar Editor');
  await page.getByRole('link', { name: 'Conversations' }).focus();
  await press('Tab');
  await expect.poll(() => focused()).toBe('Contacts');
  await press('Tab');
  await expect.poll(() => focused()).toBe('Flows');
  await press('Enter');
  await heading(page, 'Flows');
  await expect.poll(() => focused()).toBe('Flows');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
  await page.getByRole('button', { name: /: Account$/ }).focus();
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await press('End');
  await press('Enter');
  await heading(page, 'Sign in');
});

it('light and dark follow the system until the user chooses, and the choice stays', async () => {
  const { page } = await openTab(shared.browser, { colorScheme: 'dark' });
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await openSignedOut(page, shared.admin);
  await heading(page, 'Sign in');
  const dark = await background();
  await page.getByRole('button', { name: 'Light mode' }).click();
  await page.getByRole('button', { name: 'Dark mode' }).waitFor();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await heading(page, 'Sign in');
  await expect.poll(() => background()).toBe(light);
});

it('the back and forward buttons move through the pages of the application', async () => {
  const { page } = await openTab(shared.browser);
  await page.goto(shared.admin.appUrl);
  await signIn(page, 'admin@acme.example');
  await heading(page, 'Welcome, Ada Admin');
  await page.getByRole('link', { name: 'Channels' }).click();
  await heading(page, 'Channels');
  await page.goBack();
  await heading(page, 'Welcome, Ada Admin');
  await page.goForward();
  await heading(page, 'Channels');
});
