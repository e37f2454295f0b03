import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readTranscript } from '../support/conversation.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);

it('two agents and a visitor: one by keyboard alone assigns, replies, mentions, closes; the other is notified and reopens', async () => {
  const session = randomUUID();
  const says = (text: string) =>
    shared.admin.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: 'visitor', firstName: 'Ida' } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    );
  const { conversationId } = await (await says('agent')).json();
  const { page, complaints } = await open('editor@acme.example', 't/acme/inbox');
  const { page: other } = await open('admin@acme.example', 't/acme/inbox?tab=mine');
  await page.getByRole('link', { name: /Ida/ }).waitFor();

  const { keyboard } = page;
  await keyboard.press('Shift+?');
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /Assign to me T/ })
    .waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keyboard.press('j');
  await page.getByRole('textbox', { name: 'Reply to Ida' }).waitFor();
  await keyboard.press('t');
  // The focus is in the composer once it is theirs.
  const box = page.getByRole('textbox', { name: 'Reply to Ida' });
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => box.isEditable()).toBe(true);
  await keyboard.type('Hello Ida');
  await keyboard.press('Enter');
  await page.getByRole('log').getByText('Hello Ida').waitFor();
  // Out of the field, single keys are shortcuts again.
  await keyboard.press('Tab');
  await keyboard.press('n');
  const note = page.getByRole('textbox', { name: /note about Ida/ });
  await note.waitFor();
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.type('@Ada');
  await page.getByRole('option', { name: /Ada Admin/ }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('please look');
  await keyboard.press('Enter');
  await other.getByRole('link', { name: /Ida.*Edgar Editor mentioned you/ }).waitFor();

  await keyboard.press('Tab');
  await keyboard.press('x');
  await page.getByRole('dialog').getByLabel('Closing message').waitFor();
  await keyboard.type('Goodbye');
  for (let n = 0; n < 10; n += 1) {
    if (
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Close conversation' })
        .evaluate((button) => button === document.activeElement)
    )
      break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await page.getByText('This conversation is closed').waitFor();
  await expect
    .poll(async () => (await readTranscript(shared.admin, session, conversationId)).at(-1)?.text)
    .toBe('Goodbye');

  await other.goto(`${shared.admin.appUrl}t/acme/inbox/${conversationId}?tab=closed`);
  await other.getByRole('button', { name: 'Reopen' }).click();
  await other.getByText('Conversation reopened').waitFor();
  await expect.poll(() => other.getByRole('textbox', { name: 'Reply to Ida' }).isEditable()).toBe(true);
  expect(complaints).toEqual([]);
});
