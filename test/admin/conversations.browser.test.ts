import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import {
  callAdminAs,
  heading,
  openSignedIn,
  openTab,
  pickRange,
  shareAdmin,
  signIn,
} from '../support/start-admin.ts';
import { expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();

const open = openSignedIn(shared);
const call = callAdminAs(shared);
const editor = 'editor@acme.example';

let conversationId: string;
const from = { id: randomUUID() };

/** Says something as the visitor. */
async function say(text: string): Promise<string> {
  const message = { tenantId: 'acme', channel: 'webchat', from, content: { text } };
  const body = { ...message, conversationId: conversationId ?? null };
  const answer = await (await shared.admin.post('/v1/webchat/messages', body)).json();
  return answer.conversationId;
}

beforeAll(async () => {
  conversationId = await say('hello <b>there</b> 🛵');
});

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('a conversation is opened by its ID, by keyboard alone, and shows why the bot answered what it did', async () => {
    const { page, complaints } = await open(editor, 'conversations', options);
    await page.getByLabel('Search conversations').focus();
    await page.keyboard.type(` ${conversationId} `);
    await page.keyboard.press('Enter');
    await page
      .locator('.inbox-talk')
      .getByRole('heading', { name: /^Visitor / })
      .waitFor();
    const messages = page.getByRole('main').locator('.thread > .thread-line');
    await expect.poll(() => messages.count()).toBeGreaterThan(1);
    await expect.poll(() => messages.first().textContent()).toContain('hello <b>there</b> 🛵');
    await expect.poll(() => messages.nth(1).textContent()).toContain('Hello! This is Acme.');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await messages.nth(1).getByRole('button', { name: 'Trace' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Why the bot replied this' });
    await dialog.getByText('support v1 · menu').waitFor();
    await dialog.getByText('Available in the widget').first().waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    // As an API of 0.1.0 answers during a rollout.
    await page.route('**/trace', async (route) => {
      const trace = await (await route.fetch()).json();
      const replies = trace.replies.map(({ id, at }: object & { id: string; at: string }) => ({
        ...{ id, at, detail: 'in the log, for the widget' },
      }));
      await route.fulfill({ json: { ...trace, replies } });
    });
    await page.reload();
    await messages.nth(1).getByRole('button', { name: 'Trace' }).click();
    await dialog.getByText('in the log, for the widget').first().waitFor();
    expect(complaints).toEqual([]);
  });
});

/** A conversation that an agent has taken, so that it is searched. */
async function takenBy(page: Page, text: string): Promise<string> {
  const { conversationId: taken }: { readonly conversationId: string } = await (
    await shared.admin.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: randomUUID() } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
    )
  ).json();
  const path = `/conversations/${taken}/handoff`;
  const { headers } = await call(page, 'GET', path);
  expect((await call(page, 'POST', `${path}/take`, {}, headers.get('etag') ?? '')).status).toBe(200);
  return taken;
}

it('a search and a range stay in the address: going back from a result shows them again', async () => {
  const { page, complaints } = await open(editor, 'conversations');
  const found = await takenBy(page, 'agent');
  // Messages are indexed off their path.
  await shared.admin.drain();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('agent');
  const results = page.getByRole('region', { name: 'Search results' });
  await results.getByRole('link').first().click();
  await expect.poll(() => page.url()).toContain(`/conversations/${found}`);
  await page.goBack();
  await results.getByRole('link').first().waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('agent');
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await pickRange(page, 'Today');
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('today');
  expect(complaints).toEqual([]);
});

it('conversations, inbox and palette find a conversation by what an agent entered on its contact, and say what is not searched', async () => {
  const { page, complaints } = await open(editor, 'conversations');
  const taken = await takenBy(page, 'agent');
  const name = `Grace ${randomUUID().slice(0, 8)}`;
  const made = await call(page, 'POST', '/contacts', { name, labels: ['harbor'], conversationId: taken });
  expect(made.status).toBe(201);
  await shared.admin.drain();
  const field = page.getByRole('searchbox', { name: 'Search conversations' });
  await field.fill('harb');
  const results = page.getByRole('region', { name: 'Search results' });
  const mark = results.getByRole('link').filter({ hasText: name }).locator('mark');
  await expect.poll(() => mark.allTextContents()).toEqual(['harbor']);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await field.fill('nothing-has-this');
  await page.getByText(/aren’t searched by default/).waitFor();
  await page.goto(`${shared.admin.appUrl}inbox?q=harb`);
  await expect.poll(() => mark.allTextContents()).toEqual(['harbor']);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, flows and steps' }).fill(name);
  await page.getByRole('option', { name }).filter({ hasText: 'Conversation' }).click();
  await expect.poll(() => page.url()).toContain(`/conversations/${taken}`);
  expect(complaints).toEqual([]);
});

it('messages that arrived meanwhile are shown on request', async () => {
  const { page } = await open(editor, `conversations/${conversationId}`);
  await page.getByText('Hello! This is Acme.').waitFor();
  await say('Business hours');
  await page.getByRole('log').getByRole('button', { name: 'Refresh' }).click();
  await page.locator('.thread').getByText('Business hours', { exact: true }).waitFor();
});

it('a link that a visitor sent shows its host, and opens after a warning', async () => {
  const url = 'https://files.example/invoice.pdf';
  const body = {
    text: '',
    attachments: [{ type: 'document', url, filename: 'invoice.pdf' }],
    user: { id: '42' },
  };
  const answer = await shared.admin.post('/v1/webchat/messages', body, {
    ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
  });
  const sent: { readonly conversationId: string } = await answer.json();
  const { page } = await open(editor, `conversations/${sent.conversationId}`);
  const line = page.locator('.thread').getByText('files.example', { exact: true });
  await line.waitFor();
  expect(await page.locator(`a[href="${url}"]`).count()).toBe(0);
  await page.getByRole('button', { name: 'Open invoice.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open files.example?' });
  const link = dialog.getByRole('link', { name: 'Open link' });
  expect(await link.getAttribute('href')).toBe(url);
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
});

it('a pasted ID is found by Ctrl K, and an unknown one is reported', async () => {
  const { page } = await open(editor, '');
  await heading(page, 'Welcome, Edgar Editor');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(conversationId);
  await page.keyboard.press('Enter');
  await page.getByText('Hello! This is Acme.').waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/conversations/none-of-ours`);
  await page.getByRole('alert').getByText('Not found. It may have been deleted.').waitFor();
});

it('the current step of a conversation links to it, in the version that it runs', async () => {
  const { page } = await open(editor, `conversations/${conversationId}`);
  const link = page.getByRole('main').locator('a[href*="?step="]');
  const step = (await link.textContent()) ?? '';
  await link.click();
  await heading(page, 'support v1');
  await page.getByRole('heading', { name: step }).waitFor();
  expect([step === '', new URL(page.url()).searchParams.get('step')]).toEqual([false, step]);
});

it('a viewer has no access to conversations', async () => {
  await expectRefused(open, 'viewer@acme.example', `conversations/${conversationId}`, 'Conversations');
});

it('an empty conversation says so, an outage can be retried, ticks show the status of each reply, and a rating has the label of its face', async () => {
  const { page } = await openTab(shared.browser);
  const messages = '**/v1/admin/conversations/*/messages*';
  await page.route(messages, (route) => route.fulfill({ status: 502, body: '<html></html>' }));
  await page.goto(`${shared.admin.appUrl}conversations/${conversationId}`);
  await signIn(page, editor);
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await page.unroute(messages);
  await page.route(messages, (route) => route.fulfill({ json: { items: [], cursor: null } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No messages yet').waitFor();
  await page.unroute(messages);
  const [at, author] = ['2026-05-01T12:00:00Z', 'bot'];
  const deliveries = [{ state: 'read', at }, { state: 'failed', at, reason: 'window_closed' }, null];
  await page.route(messages, (route) => {
    const items = deliveries.map((delivery, n) => ({
      ...{ id: `m-${n}`, seq: n + 1, author, text: `reply ${n}`, timestamp: at, delivery },
    }));
    const choices = [{ label: '4', value: '4' }];
    items.push(
      ...[
        { author, text: 'How was it?', input: 'csat', choices, delivery: null },
        { author: 'user', text: '4', delivery: null },
      ].map((one, n) => ({ id: `r-${n}`, seq: n + 4, timestamp: at, ...one })),
    );
    return route.fulfill({ json: { items, cursor: null } });
  });
  await page.getByRole('log').getByRole('button', { name: 'Refresh' }).click();
  for (const [n, told] of ['✓✓ Read', '✕ Failed: 24-hour window closed', 'Sending'].entries())
    await page
      .getByRole('listitem')
      .filter({ hasText: `reply ${n}` })
      .getByText(told)
      .waitFor();
  await page.locator('.thread').getByText('Good (4)').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
});
