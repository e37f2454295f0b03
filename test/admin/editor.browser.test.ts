import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
const list = (flow: string) => `flows/${flow}/edit?view=list`;

/** A flow of its own for a test. */
async function makeFlow(page: Page, id: string): Promise<void> {
  await page.goto(`${shared.admin.appUrl}t/acme/flows?new`);
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill(id);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Versions' }).waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/${list(id)}`);
  await page.getByRole('treegrid').waitFor();
}

it('steps go as text into another flow, with other ids where theirs are taken', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, 'copies');
  const clip = {
    kind: 'flow-steps',
    version: 1,
    steps: { welcome: { kind: 'message', text: 'Again', next: 'more' }, more: { kind: 'end' } },
  };
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, JSON.stringify(clip));
  await row(page, /Message welcome_2.*Again/).waitFor();
  await page.getByText('2 steps pasted.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => row(page, /welcome_2/).count()).toBe(0);
});

it('a viewer has no way to the editor', async () => {
  const { page } = await open('viewer@acme.example', list('support'));
  await page.getByText('Your role, viewer,').waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support`);
  await page.getByRole('link', { name: 'Versions' }).waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});
