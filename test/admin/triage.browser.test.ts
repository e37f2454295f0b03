import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { openSignedIn, pick, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
/** A visitor of the demo's web chat who asks for a human. */
async function waiting(firstName: string) {
  const session = randomUUID();
  const says = (text: string) =>
    shared.admin.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: 'visitor', firstName } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    );
  await says('agent');
  return { says };
}

it('an admin creates labels; an agent labels, prioritizes and snoozes a conversation, which comes back when its visitor writes', async () => {
  const { page: settings, complaints } = await open('admin@acme.example', 't/acme/labels');
  for (const [name, color] of [
    ['Billing', 'Blue'],
    ['VIP', 'Orange'],
  ] as const) {
    await settings.getByRole('button', { name: 'New label' }).click();
    await settings.getByRole('dialog').getByLabel('Name').fill(name);
    await settings.getByRole('dialog').getByLabel(color).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByRole('button', { name: `Edit ${name}` }).waitFor();
  }
  await settings.getByRole('button', { name: 'Edit Billing' }).click();
  await settings.getByRole('dialog').getByLabel('Name').fill('vip');
  await settings.getByText('Another label has this name').waitFor();
  await settings.getByRole('dialog').getByLabel('Name').fill('Invoices');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByRole('button', { name: 'Edit Invoices' }).waitFor();
  await expect.poll(() => readingProblemsOf(settings)).toEqual([]);
  expect(complaints).toEqual([]);

  const ada = await waiting('Ada');
  await waiting('Bea');
  const { page, complaints: inInbox } = await open('editor@acme.example', 't/acme/inbox');
  await page.getByRole('link', { name: /Ada/ }).click();
  await page.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invoices' }).click();
  await page.getByText('added the label Invoices').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await page.getByText('set the priority to High').waitFor();
  const row = page.getByRole('link', { name: /Ada/ });
  await expect.poll(() => row.textContent()).toMatch(/High.*Invoices/);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
  await page.getByRole('tab', { name: 'Snoozed 1' }).click();
  await row.waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await ada.says('are you there?');
  await page.getByText('Back from snooze').waitFor();
  await page.getByRole('tab', { name: 'Unassigned 2' }).click();
  await row.waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await pick(page, 'Priority', 'High');
  await expect.poll(() => page.getByRole('link', { name: /Bea/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Urgent ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: /Bea/ }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Urgent ones' }).click();
  await expect.poll(() => page.getByRole('link', { name: /Bea/ }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select Ada' }).check();
  await page.getByRole('button', { name: 'Add label' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click();
  await page.getByText('added the label VIP').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: /Bea/ }).click();
  const triage = page.getByRole('group', { name: 'Labels, priority and snooze' });
  await triage.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invoices' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click();
  await triage.getByText('Invoices', { exact: true }).waitFor();
  await triage.getByText('VIP', { exact: true }).waitFor();
  expect(inInbox).toEqual([]);
});
