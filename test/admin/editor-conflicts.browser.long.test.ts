import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { inspector, listOf, makeFlow, row, saved } from '../support/edit-flow.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

it('what two save in different steps is joined; in the same field it is chosen; without a line it waits on the device', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'two');
  const other = await open('admin@acme.example', listOf('two'));
  const write = async (one: Page, step: string, text: string) => {
    const isAsked = step === 'ask';
    await row(one, isAsked ? /^Question ask/ : /^Message welcome/).click();
    await inspector(one)
      .getByLabel(isAsked ? 'Question' : 'Text')
      .fill(text);
  };
  await write(other.page, 'ask', 'Which one?');
  await saved(other.page);
  await write(page, 'welcome', 'Hi');
  await page.getByText('admin@acme.example changed 1 step. Yours are kept.').waitFor();
  await row(page, /Question ask.*Which one/).waitFor();
  await saved(page);
  await page.context().setOffline(true);
  await write(page, 'ask', 'Mine?');
  await page.getByText('Kept on this device. It will be saved').waitFor();
  await write(other.page, 'ask', 'Theirs?');
  await saved(other.page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out and lose what is not saved?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Choose what to keep' }).waitFor();
  await expectReadable(page);
  await page.getByRole('radio', { name: 'ask text: Theirs' }).check();
  await page.getByRole('button', { name: 'Keep these' }).click();
  await row(page, /Question ask.*Theirs/).waitFor();
  await saved(page);
});
