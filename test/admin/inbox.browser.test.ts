import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cloudApiBody, postCloudApi } from '../support/cloud-api.ts';
import { readTranscript } from '../support/conversation.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { choose, inAccountMenu, openSignedIn, pick, shareAdmin } from '../support/start-admin.ts';
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

const lines = (page: Page) => page.locator('.thread-line .said');

it('a conversation is taken, answered, annotated, and returned to a step whose text the visitor reads', async () => {
  const ada = await waiting('Ada');
  const { page, complaints } = await open(editor, 't/acme/inbox');
  await page.getByRole('link', { name: /Ada/ }).click();
  await expect.poll(() => page.url()).toContain(`/inbox/${ada.conversationId}`);
  await page.getByText('Assign to yourself to reply').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByText('Assigned to you').waitFor();
  await page.getByRole('textbox', { name: 'Reply to Ada' }).fill('Hello Ada, I look.');
  await page.keyboard.press('Enter');
  await expect.poll(() => lines(page).last().textContent()).toBe('Hello Ada, I look.');
  await ada.says('where is my parcel?');
  await expect.poll(() => lines(page).allTextContents()).toContain('where is my parcel?');
  await choose(page, 'Note');
  await page.getByRole('textbox', { name: /note about Ada/ }).fill('A regular.');
  await page.keyboard.press('Enter');
  await page.locator('.inbox-talk .thread-note').getByText('A regular.').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Return to bot' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Continue at', 'What is your order number? It has four digits, try 1001.');
  await dialog.locator('.said').getByText('What is your order number?').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Return to bot', exact: true }).click();
  await page.getByText('Returned to bot').waitFor();
  await shared.admin.drain();
  const log = await readTranscript(shared.admin, ada.session, ada.conversationId);
  expect(log.at(-1)?.text).toContain('What is your order number?');
  expect(complaints).toEqual([]);
});

/** Counts what rings, and has the page believe that it is hidden, or seen. */
async function listen(page: Page) {
  await page.evaluate(`
    window.rings = 0;
    const part = () => ({ connect() {}, start() { window.rings += 1; }, stop() {}, gain: {}, frequency: {} });
    window.AudioContext = class { resume() {} createGain = part; createOscillator = part; };
  `);
  return {
    rings: () => page.evaluate('window.rings'),
    hide: (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      `),
  };
}

it('criteria 49, 51, 52, 55: alerts in a hidden tab, keeps drafts apart, sends once, and catches up', async () => {
  await waiting('Sam');
  const { page, complaints } = await open(editor, 't/acme/inbox');
  const sound = await listen(page);
  await page.getByRole('tab', { name: 'All' }).click();
  // Whoever waits already when the page opens does not ring, and it counts them once it has heard of them.
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Inbox/);
  await sound.hide(true);
  const [eve, tom] = [await waiting('Eve'), await waiting('Tom')];
  await page.getByRole('link', { name: /Tom/ }).waitFor();
  await expect.poll(sound.rings).toBeGreaterThanOrEqual(4);
  await sound.hide(false);

  // Another page of the console hears of it, too.
  await page.getByRole('link', { name: 'Flows' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  const before = Number(await sound.rings());
  await waiting('Uma');
  await expect.poll(sound.rings).toBeGreaterThan(before);
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Flows/);
  await page.getByRole('link', { name: /^Inbox \d+ unassigned$/ }).click();
  await page.getByRole('tab', { name: 'All' }).click();

  const box = (name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });
  const row = (name: string) => page.getByRole('link', { name: new RegExp(name) });
  for (const name of ['Eve', 'Tom']) {
    await row(name).click();
    await box(name).waitFor();
    await page.keyboard.press('t');
    await expect.poll(() => box(name).isEditable()).toBe(true);
    await expect.poll(() => box(name).inputValue()).toBe('');
    await box(name).fill(`only for ${name}`);
  }
  await row('Eve').click();
  await expect.poll(() => box('Eve').inputValue()).toBe('only for Eve');
  await page.reload();
  await expect.poll(() => box('Eve').inputValue()).toBe('only for Eve');

  // It arrives, and its answer is lost.
  await page.route('**/handoff/reply', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await box('Eve').press('Enter');
  await page.getByText('Not sent').waitFor();
  await page.unroute('**/handoff/reply');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);

  await page.context().setOffline(true);
  await page.getByText(/Last update/).waitFor();
  for (const text of ['one', 'two', 'three']) await eve.says(text);
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await lines(page).allTextContents()).slice(-4))
    .toEqual(['only for Eve', 'one', 'two', 'three']);
  const log = await readTranscript(shared.admin, eve.session, eve.conversationId);
  expect(log.filter(({ text }) => text === 'only for Eve')).toHaveLength(1);
  const told = await readTranscript(shared.admin, tom.session, tom.conversationId);
  expect(told.filter(({ author }) => author === 'agent')).toEqual([]);
  expect(complaints.filter((line) => !line.includes('net::ERR'))).toEqual([]);
});

/** Holds what a page waits for: it hears of nothing but what it does itself. */
const holdPolls = (page: Page) =>
  holdRequests(page, '**/v1/admin/inbox?*', (request) => new URL(request.url()).searchParams.has('cursor'));

it('criterion 50: of two agents who take at once one learns who has it, and keeps the typed text; admins can take over', async () => {
  const gus = await waiting('Gus');
  const path = `t/acme/inbox/${gus.conversationId}`;
  const late = await open(editor, 't/acme');
  const first = await open('admin@acme.example', path);
  const polls = await holdPolls(late.page);
  await late.page.goto(shared.admin.appUrl + path);
  await late.page.getByText('Assign to yourself to reply').waitFor();
  // What the first does is not told to the second in time.
  await expect.poll(polls.held).toBeGreaterThan(0);
  await first.page.getByRole('button', { name: 'Assign to me' }).click();
  await first.page.getByText('Assigned to you').waitFor();
  await late.page.getByRole('button', { name: 'Assign to me' }).click();
  await late.page.getByText('Ada Admin is now handling this').waitFor();
  await late.page.getByText('Assigned to Ada Admin').waitFor();
  await polls.release();

  // Undone, it waits again; now the editor has it, until the admin takes over.
  await first.page.getByRole('button', { name: 'Undo' }).click();
  await late.page.getByText('Assign to yourself to reply').waitFor();
  await late.page.getByRole('button', { name: 'Assign to me' }).click();
  const box = late.page.getByRole('textbox', { name: 'Reply to Gus' });
  await expect.poll(() => box.isEditable()).toBe(true);
  await box.fill('half a sentence');
  polls.holdAgain();
  await late.page.reload();
  await expect.poll(() => box.isEditable()).toBe(true);
  await expect.poll(polls.held).toBeGreaterThan(0);
  // The page may still show that it was assigned to them before.
  const taken = first.page.waitForResponse((answer) => answer.url().endsWith('/handoff/take') && answer.ok());
  await first.page.getByRole('button', { name: 'Take over' }).click();
  await taken;
  await box.press('Enter');
  await late.page.getByText('Now assigned to Ada Admin. Your draft is saved.').waitFor();
  await expect.poll(() => box.inputValue()).toBe('half a sentence');
  await polls.release();
});

it('criterion 53: after 24 hours the composer is the template picker, and says why', async () => {
  const past = '2026-01-01T00:00:00.000Z';
  const owner = { kind: 'user', id: '5f0c6a52-1d0e-4d0b-9a40-000000000002', name: 'Edgar Editor' };
  const row = {
    ...{ conversationId: 'c-1', handoffId: 'h-1', version: 1, epoch: 2, state: 'taken', queue: 'default' },
    ...{ reason: 'asked', owner, offer: null, requestedAt: past, waitingSince: past, deadlineAt: past },
    visitor: { id: '49151', name: 'Uma', channel: 'chatapp', language: 'en', verified: false },
    ...{ windowEndsAt: past, lastText: 'hello?', lastSeq: 0 },
  };
  const view = { ...row, share: {}, next: null, steps: [], afterClose: null, accountId: 'wa', contact: {} };
  const template = {
    ...{ name: 'order_update', language: 'en', status: 'APPROVED', category: 'UTILITY', parameters: 'named' },
    ...{ header: null, body: { text: 'Order {{order}} is here.', placeholders: ['order'] }, footer: null },
    ...{ buttons: [], unsendable: null },
  };
  const { page } = await open(editor, 't/acme');
  const answers: [string, object][] = [
    ['**/v1/admin/handoffs?state=taken*', { items: [row], cursor: null }],
    ['**/v1/admin/conversations/c-1/handoff', { handoff: view }],
    [
      '**/v1/admin/channels/chatapp/wa/templates*',
      { items: [template], cursor: null, readAt: past, trouble: null },
    ],
  ];
  for (const [address, json] of answers) await page.route(address, (route) => route.fulfill({ json }));
  const sent: unknown[] = [];
  await page.route('**/conversations/c-1/handoff/reply', async (route) => {
    sent.push(route.request().postDataJSON());
    await route.abort();
  });
  await page.evaluate(`history.pushState(null, '', '${shared.admin.appUrl}t/acme/inbox/c-1')`);
  await page.evaluate("dispatchEvent(new Event('gateway-admin:navigated'))");
  await page
    .getByText('The 24-hour reply window has closed. Send a template to message Uma.')
    .first()
    .waitFor();
  expect(await page.getByRole('textbox', { name: 'Reply to Uma' }).count()).toBe(0);
  await pick(page, 'Template', 'order_update (en)');
  const send = page.getByRole('button', { name: 'Send template' });
  await expect.poll(() => send.isDisabled()).toBe(true);
  await page.getByLabel('For {{order}}').fill('A-17');
  await page.getByText('Order A-17 is here.').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  // What a session's end would do to it.
  await page.reload();
  await page.getByText('Order A-17 is here.').waitFor();
  await send.click();
  await expect
    .poll(() => sent)
    .toEqual([{ template: { name: 'order_update', language: 'en', body: { order: 'A-17' } } }]);
});

it('edits, deletions and reactions of a WhatsApp user are marked in the thread, and the earlier text stays', async () => {
  const from = `49151${String(Math.random()).slice(2, 10)}`;
  const name = `Wanda ${from.slice(-4)}`;
  const tell = async (message: object) => {
    const of = { from, timestamp: String(Math.floor(Date.now() / 1000)), id: `wamid.${randomUUID()}` };
    const contacts = [{ wa_id: from, profile: { name } }];
    await postCloudApi(shared.admin, cloudApiBody({ contacts, messages: [{ ...of, ...message }] }));
    await shared.admin.drain();
    return of.id;
  };
  const text = (body: string) => tell({ type: 'text', text: { body } });
  await text('agent');
  const address = await text('Main Street 12');
  const slip = await text('forget it');
  const { page, complaints } = await open(editor, 't/acme/inbox');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  const line = (words: string) => page.locator('.thread-line').filter({ hasText: words });
  await line('forget it').waitFor();
  const original_message_id = address;
  await tell({
    type: 'edit',
    edit: { original_message_id, message: { type: 'text', text: { body: 'Main Street 21' } } },
  });
  await tell({ type: 'revoke', revoke: { original_message_id: slip } });
  await tell({ type: 'reaction', reaction: { message_id: address, emoji: '\u{1f44d}' } });
  const edited = line('Main Street 21');
  await edited.locator('del').getByText('Main Street 12').waitFor();
  await edited.getByText('Edited', { exact: true }).waitFor();
  await edited.getByRole('img', { name: 'Visitor reacted with \u{1f44d}' }).waitFor();
  await line('forget it').getByText('Deleted by the visitor', { exact: true }).waitFor();
  await line('forget it').locator('del').waitFor();
  const happened = page.locator('.thread-event');
  for (const words of ['edited a message', 'deleted a message', 'reacted with'])
    await happened.filter({ hasText: words }).waitFor();
  // None of them is a note of a colleague.
  expect(await page.locator('.thread-note').count()).toBe(0);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await tell({ type: 'reaction', reaction: { message_id: address } });
  await happened.filter({ hasText: 'removed a reaction' }).waitFor();
  expect(await edited.getByRole('img').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('saved replies are created, changed and deleted on a page of their own, and are offered in the composer', async () => {
  const { page, complaints } = await open(editor, 't/acme/inbox');
  await page.getByRole('navigation').getByRole('link', { name: 'Saved replies' }).click();
  await page.getByText('No saved replies yet.').waitFor();
  await page.getByRole('button', { name: 'New saved reply' }).click();
  await page.getByLabel('Name').fill('Parcel');
  await page.getByLabel('Text').fill('Hello {{ user.firstName | there }}, I look for your parcel.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Parcel” saved').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit Parcel' }).click();
  await page.getByRole('dialog').getByLabel('Language').fill('en');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'en', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Parcel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('“Parcel” deleted').waitFor();
  await page.getByText('No saved replies yet.').waitFor();
  expect(complaints).toEqual([]);
});

it('a viewer has no access to the inbox', async () => {
  await expectRefused(open, 'viewer@acme.example', 'inbox', 'Inbox');
});

it.each(['editor', 'admin'])(
  'an %s who only answers starts in the inbox, and sees only that in the rail until they want everything again',
  async (role) => {
    const { page, complaints } = await open(`${role}@acme.example`, 't/acme/inbox');
    const rail = page.getByRole('navigation').first();
    const listed = () => rail.getByRole('link').allTextContents();
    await expect.poll(listed).toContain('Flows');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await inAccountMenu(page, 'Inbox only');
    await expect
      .poll(async () => (await listed()).map((name) => name.replace(/\d.*/, '')))
      .toEqual(['Inbox', 'Conversations', 'Contacts', 'Saved replies']);
    await page.goto(`${shared.admin.appUrl}t/acme`);
    await expect.poll(() => page.url()).toBe(`${shared.admin.appUrl}t/acme/inbox`);
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await inAccountMenu(page, 'Full navigation');
    await expect.poll(listed).toContain('Flows');
    await page.goto(`${shared.admin.appUrl}t/acme`);
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    expect(complaints).toEqual([]);
  },
);
