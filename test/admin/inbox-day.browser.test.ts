import { randomUUID } from 'node:crypto';
import type { FileChooser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTranscript } from '../support/conversation.ts';
import { png } from '../support/files.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin({ background: true });
const open = openSignedIn(shared);

/** A visitor of the web chat who asks for an agent. */
async function visitorNamed(firstName: string) {
  const session = randomUUID();
  const says = async (text: string) => {
    const user = { id: 'visitor', firstName };
    const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
    return (await shared.admin.post('/v1/webchat/messages', { text, attachments: [], user }, headers)).json();
  };
  const { conversationId } = await says('agent');
  const log = () => readTranscript(shared.admin, session, conversationId);
  return { conversationId: String(conversationId), says, log };
}

/** Moves the focus by keyboard until it is on the button. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).last();
  await button.waitFor();
  for (let n = 0; n < 30; n += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}`);
}

const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Reply to Ida' });

/** Waits until the reply can be written, and is where the keys go. */
async function expectInBox(page: Page): Promise<void> {
  await expect.poll(() => boxOf(page).isEditable()).toBe(true);
  await expect.poll(() => boxOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
}

it('two agents and a visitor: both take at once, one transfers; one by keyboard alone replies, mentions, attaches and closes; the other reopens and transfers; it returns to the bot', async () => {
  const ida = await visitorNamed('Ida');
  // Edgar uses the keyboard alone, Ada the mouse.
  const { page: edgar, complaints } = await open('editor@acme.example', 't/acme/inbox');
  const { page: ada } = await open('admin@acme.example', `t/acme/inbox/${ida.conversationId}`);
  const { keyboard } = edgar;
  await edgar.getByRole('link', { name: /Ida/ }).waitFor();
  await keyboard.press('Shift+?');
  const sheet = edgar.getByRole('dialog');
  await sheet.getByRole('row', { name: /Assign to me T/ }).waitFor();
  await keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await keyboard.press('j');
  await boxOf(edgar).waitFor();

  const assign = ada.getByRole('button', { name: /^Assign to me/ });
  await assign.waitFor();
  await Promise.all([assign.click(), keyboard.press('t')]);
  const won = () => Promise.all([edgar, ada].map((page) => boxOf(page).isEditable()));
  await expect.poll(async () => (await won()).filter(Boolean).length).toBe(1);
  if ((await won())[1]) await transfer(ada, /Edgar Editor/);
  else {
    await keyboard.press('Tab');
    await transferByKeys(edgar, 'Ada');
    await assign.click();
    await expect.poll(() => boxOf(ada).isEditable()).toBe(true);
    await transfer(ada, /Edgar Editor/);
  }
  await edgar.getByText('Reserved for you').waitFor();
  await edgar.getByRole('button', { name: /^Assign to me/ }).waitFor();
  await keyboard.press('t');
  await expectInBox(edgar);
  await keyboard.type('Hello Ida');
  await keyboard.press('Enter');
  await edgar.getByRole('log').getByText('Hello Ida').waitFor();

  // Out of the field, single keys are shortcuts again.
  await keyboard.press('Tab');
  await keyboard.press('n');
  const note = edgar.getByRole('textbox', { name: /note about Ida/ });
  await note.waitFor();
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await keyboard.type('@Ada');
  await edgar.getByRole('option', { name: /Ada Admin/ }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('please look');
  await keyboard.press('Enter');
  await ada.getByRole('log').getByText('please look').waitFor();

  await keyboard.press('Tab');
  await keyboard.press('r');
  await expectInBox(edgar);
  const choosers: FileChooser[] = [];
  edgar.on('filechooser', (chooser) => choosers.push(chooser));
  // The field may take the focus back once more, after its shortcut.
  const isChoosing = async () => {
    if (choosers.length > 0) return true;
    await tabTo(edgar, 'Attach files');
    await keyboard.press('Enter');
    return choosers.length > 0;
  };
  await expect.poll(isChoosing).toBe(true);
  await choosers[0]?.setFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: png });
  const attached = edgar.getByRole('list', { name: 'Attached files' });
  await attached.getByText('Ready').waitFor();
  await expectInBox(edgar);
  await keyboard.type('Your receipt');
  await keyboard.press('Enter');
  for (const page of [edgar, ada])
    await page
      .getByRole('log')
      .getByRole('img', { name: 'Picture: receipt.png' })
      .waitFor({ state: 'attached' });
  await ida.says('Thank you!');
  await edgar.getByRole('log').getByText('Thank you!').waitFor();

  await keyboard.press('Tab');
  await keyboard.press('x');
  await edgar.getByRole('dialog').getByLabel('Closing message').waitFor();
  await keyboard.type('Goodbye');
  await tabTo(edgar, 'Close conversation');
  await keyboard.press('Enter');
  await edgar.getByText('This conversation is closed').waitFor();
  await expect.poll(async () => (await ida.log()).at(-1)?.text).toBe('Goodbye');

  await ada.goto(`${shared.admin.appUrl}t/acme/inbox?tab=closed`);
  await ada.locator(`a[href*="${ida.conversationId}"]`).click();
  await ada.getByRole('button', { name: 'Reopen' }).click();
  await ada.getByText('Conversation reopened').waitFor();
  await expect.poll(() => boxOf(ada).isEditable()).toBe(true);
  await transfer(ada, /Edgar Editor/);

  await edgar.getByText('Reserved for you').waitFor();
  await keyboard.press('t');
  await expectInBox(edgar);
  await keyboard.press('Tab');
  await keyboard.press('g');
  await edgar.getByRole('dialog').getByRole('combobox', { name: 'Continue at' }).waitFor();
  await tabTo(edgar, 'Return to bot');
  await keyboard.press('Enter');
  await edgar.getByText('The bot is handling this conversation').waitFor();
  await ida.says('Opening hours');
  const isAnswered = async () => {
    const said = await ida.log();
    return said.some(({ text }) => text === 'Opening hours') && said.at(-1)?.author === 'bot';
  };
  await expect.poll(isAnswered).toBe(true);
  const log = await ida.log();
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
  expect(log.flatMap(({ author, text }) => (author === 'bot' ? [] : [text]))).toEqual([
    ...['agent', 'Hello Ida', 'Your receipt', 'Thank you!', 'Goodbye', 'Opening hours'],
  ]);
  expect(log.at(-1)?.author).toBe('bot');
  // Who came second is refused, and the browser writes it down.
  expect(complaints.filter((one) => !/412/.test(one))).toEqual([]);
});

/** Transfers the open conversation by mouse. */
async function transfer(page: Page, to: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Transfer to' }).click();
  await page.getByRole('option', { name: to }).click();
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByText(/^Transferred to/).waitFor();
}

/** The same without one: the first letters narrow the list. */
async function transferByKeys(page: Page, to: string): Promise<void> {
  await page.keyboard.press('h');
  const target = page.getByRole('dialog').getByRole('combobox', { name: 'Transfer to' });
  await target.waitFor();
  await expect.poll(() => target.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(to);
  await page.getByRole('option', { name: new RegExp(to) }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Transfer');
  await page.keyboard.press('Enter');
  await page.getByText(/^Transferred to/).waitFor();
}
