import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inspector, makeFlow, row, saved } from '../support/edit-flow.ts';
import { giveSession, inAccountMenu, openTab, type shareAdmin, watch } from '../support/start-admin.ts';

type Shared = ReturnType<typeof shareAdmin>;

const editor = 'editor@acme.example';

/** A visitor of the demo's web chat who asks for a human. */
export async function askForHuman({ admin }: Shared, name: string): Promise<void> {
  await admin.post(
    '/v1/webchat/messages',
    { text: 'agent', attachments: [], user: { id: 'visitor', firstName: name } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
  );
}

/** A tab of somebody who has signed in, in a browser that denies something from then on. */
export async function openDenied(shared: Shared, deny: (context: BrowserContext) => Promise<void>) {
  const tab = await openTab(shared.browser);
  await giveSession(tab.page, shared.admin, editor);
  await deny(tab.page.context());
  return tab;
}

/** Answers a visitor, edits a flow, copies a widget's code and signs out, in two tabs that have each to see who waits. */
export async function workInEveryTab(
  shared: Shared,
  deny: (context: BrowserContext) => Promise<void>,
  afterSignOut = 'Sign in',
): Promise<void> {
  const name = `V${randomUUID().slice(0, 8)}`;
  const { page, complaints } = await openTab(shared.browser);
  const other = watch(await page.context().newPage());
  for (const tab of [page, other.page]) await giveSession(tab, shared.admin, editor);
  await deny(page.context());
  const at = (path: string) => `${shared.admin.appUrl}t/acme/${path}`;
  await page.goto(at('inbox'));
  await other.page.goto(at('inbox'));
  await askForHuman(shared, name);
  const person = (tab: Page) => tab.getByRole('link', { name: new RegExp(name) });
  await person(other.page).waitFor();
  await person(page).click();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  const box = page.getByRole('textbox', { name: `Reply to ${name}` });
  await expect.poll(() => box.isEditable()).toBe(true);
  await box.fill('I look.');
  await box.press('Enter');
  await page.locator('.thread-line .said').getByText('I look.', { exact: true }).waitFor();
  await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);

  await makeFlow(page, shared.admin.appUrl, name.toLowerCase());
  await row(page, /^Message welcome/).click();
  await inspector(page).getByLabel('Text').fill('Hello again');
  await saved(page);
  await page.goto(at('widgets/acme-web?tab=code'));
  await page.getByRole('button', { name: 'Copy code' }).click();
  await page.getByText('Copied').waitFor();
  await inAccountMenu(page, 'Sign out');
  await page.getByRole('heading', { level: 1, name: afterSignOut }).waitFor();
  const asked = await page.evaluate<number>('window.asked ?? 0');
  expect(asked).toBeLessThan(1_000);
  expect([...complaints, ...other.complaints]).toEqual([]);
}
