import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { callAdminAs, heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAdmin = callAdminAs(shared);

async function write(user: object): Promise<string> {
  const session = randomUUID();
  const answer = await fetch(`${shared.admin.url}/v1/webchat/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    },
    body: JSON.stringify({ text: 'hello', attachments: [], user }),
  });
  expect(answer.status).toBe(200);
  return String((await answer.json()).conversationId);
}

it('a contact is found, edited, and seen beside its conversation', async () => {
  const name = `Ada ${randomUUID().slice(0, 6)}`;
  const conversationId = await write({ id: 'x', firstName: name, email: 'ada@example.com' });
  const { page, complaints } = await open('admin@acme.example', 'contacts');
  // It is noted off the message's path.
  await shared.admin.drain();
  await page.reload();
  await page.getByRole('link', { name }).waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('link', { name }).click();
  await heading(page, name);
  await page.getByRole('button', { name: 'Edit contact' }).click();
  await page.getByLabel('Name').fill(`${name} Lovelace`);
  await page.reload();
  await page.getByRole('button', { name: 'Edit contact' }).click();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(`${name} Lovelace`);
  await page.getByLabel('Labels').first().fill('vip');
  await page.keyboard.press('Enter');
  await page.getByLabel('Attributes').fill('plan: pro');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save contact' }).click();
  await heading(page, `${name} Lovelace`);
  await page.getByText('pro', { exact: true }).waitFor();
  await page.getByRole('table', { name: 'Conversations' }).getByRole('link').click();
  await expect.poll(() => page.url()).toContain(`/conversations/${conversationId}`);
  await page.getByText('vip', { exact: true }).waitFor();
  await page.getByRole('link', { name: `${name} Lovelace` }).click();
  await page.getByRole('button', { name: 'Delete data…' }).waitFor();
  expect(complaints).toEqual([]);
});

it('an edit keeps labels with commas and attributes with colons and line breaks, and names a field that is not valid', async () => {
  await write({ id: 'y', firstName: 'Grace' });
  await shared.admin.drain();
  const { page, complaints } = await open('admin@acme.example', 'contacts');
  const { items } = await (await callAdmin(page, 'GET', '/contacts')).json();
  const path = `/contacts/${items[0].id}`;
  const { etag, name } = await (await callAdmin(page, 'GET', path)).json();
  const kept = { labels: ['Bonn, Germany'], attributes: { 'plan:tier': 'pro', note: 'one\ntwo' } };
  expect((await callAdmin(page, 'PATCH', path, kept, etag)).status).toBe(200);
  await page.goto(`${shared.admin.appUrl}${path.slice(1)}`);
  await heading(page, name);
  await page.getByRole('button', { name: 'Edit contact' }).click();
  await page.getByLabel('Labels').first().fill('x'.repeat(200));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save contact' }).click();
  await page.getByText('Enter a valid value').waitFor();
  await page.getByLabel('Labels').first().press('Backspace');
  await page.getByLabel('Labels').first().fill('vip');
  await page.keyboard.press('Enter');
  const attributes = page.getByLabel('Attributes');
  await attributes.fill(`${await attributes.inputValue()}\ncity: Bonn`);
  await page.getByRole('button', { name: 'Save contact' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await (await callAdmin(page, 'GET', path)).json()).toMatchObject({
    labels: ['Bonn, Germany', 'vip'],
    attributes: { ...kept.attributes, city: 'Bonn' },
  });
  expect(complaints).toEqual([]);
});

it('a contact without a conversation is found in the list, in the search and in the palette', async () => {
  const name = `Wombat ${randomUUID().slice(0, 6)}`;
  const { page, complaints } = await open('admin@acme.example', 'contacts');
  const body = { name, phone: '+49 151 2345 6789' };
  const added = await (await callAdmin(page, 'POST', '/contacts', body)).json();
  await shared.admin.drain();
  await page.getByLabel('Search contacts').fill('wombat');
  await page.getByRole('link', { name }).waitFor();
  await page.getByLabel('Search contacts').fill('4915123456789 nobody');
  await page.getByText('No contacts match “4915123456789 nobody”.').waitFor();
  await page.goto(`${shared.admin.appUrl}conversations?q=491512345678`);
  const contacts = page.getByRole('region', { name: 'Contacts' });
  await contacts.getByRole('link', { name }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('wombat');
  await page.getByRole('option', { name }).click();
  await expect.poll(() => page.url()).toContain(`/contacts/${added.id}`);
  expect(complaints).toEqual([]);
});
