import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTranscript } from '../support/conversation.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

/** A visitor of the demo's web chat who asks for a human. */
async function waiting(name: string) {
  const session = randomUUID();
  const says = async (text: string) => {
    const answer = await shared.admin.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: 'visitor', firstName: name } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    );
    return answer.json();
  };
  const { conversationId } = await says('agent');
  return { session, says, conversationId: String(conversationId) };
}

const lines = (page: Page) => page.locator('.inbox-line .said');

it('a conversation is taken, answered, noted on, and returned to a step whose text the visitor reads', async () => {
  const ada = await waiting('Ada');
  const { page, complaints } = await open(editor, 't/acme/inbox');
  await page.getByRole('link', { name: /Ada/ }).click();
  await expect.poll(() => page.url()).toContain(`/inbox/${ada.conversationId}`);
  await page.getByText('Nobody has taken it yet').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take' }).click();
  await page.getByText('You have taken it.').waitFor();
  await page.getByRole('textbox', { name: 'Reply to Ada' }).fill('Hello Ada, I look.');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page).last().textContent()).toBe('Hello Ada, I look.');
  await ada.says('where is my parcel?');
  await expect.poll(() => lines(page).allTextContents()).toContain('where is my parcel?');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByRole('textbox', { name: /Note about Ada/ }).fill('A regular.');
  await page.keyboard.press('Enter');
  await page.locator('.inbox-talk .inbox-note').getByText('A regular.').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Return to the flow' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where the flow goes on').selectOption('ask_order');
  await dialog.getByText('What is your order number?').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await page.getByText('The flow has it again.').waitFor();
  await shared.admin.drain();
  const log = await readTranscript(shared.admin, ada.session, ada.conversationId);
  expect(log.at(-1)?.text).toContain('What is your order number?');
  expect(complaints).toEqual([]);
});

it('a viewer may not see it', async () => {
  await expectRefused(open, 'viewer@acme.example', 'inbox', 'Inbox');
});
