import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mergeExport } from '../../src/admin/features/conversations/PersonPage.tsx';
import { heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable, expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const admin = 'admin@acme.example';

/** The conversation of a visitor who has said something. */
async function begin(): Promise<string> {
  const message = {
    tenantId: 'acme',
    channel: 'webchat',
    from: { id: randomUUID() },
    content: { text: 'hello' },
  };
  const answer = await shared.admin.post('/v1/webchat/messages', { ...message, conversationId: null });
  return (await answer.json()).conversationId;
}

/** Goes from a conversation to whose it is, by keyboard. @returns their id */
async function goToPerson(page: Page): Promise<string> {
  const link = page.getByRole('main').locator('a[href*="/people/webchat/"]');
  const details = page.getByRole('button', { name: 'Details' });
  await link.waitFor({ state: 'attached' });
  if (await details.isVisible()) await details.press('Enter');
  await link.focus();
  const id = decodeURIComponent((await link.getAttribute('href'))?.split('/').at(-1) ?? '');
  await page.keyboard.press('Enter');
  await heading(page, `Visitor ${id}`);
  return id;
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it("an admin finds a visitor's data from their conversation, exports and erases it, with an audit entry that reveals none of it", async () => {
    const conversationId = await begin();
    const { page, complaints } = await open(admin, `conversations/${conversationId}`, options);
    const id = await goToPerson(page);
    await page.getByRole('link', { name: conversationId }).waitFor();
    await expectReadable(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export data' }).click();
    const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(saved.conversations[0].turns.length).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Delete data…' }).click();
    const erase = page.getByRole('dialog').getByRole('button', { name: 'Delete data', exact: true });
    await page.getByText('Permanently deletes 1 conversation,').waitFor();
    await expect.poll(() => erase.isDisabled()).toBe(true);
    await page.getByLabel('Type the ID to confirm').fill(id);
    await expectReadable(page);
    await erase.click();
    await page.getByText('No data stored about this visitor.').waitFor();
    await page.getByText('Deleted 1 conversation and').waitFor();
    await page.goto(`${shared.admin.appUrl}t/acme/conversations/${conversationId}`);
    await page.getByRole('alert').getByText('Not found. It may have been deleted.').waitFor();
    await page.goto(`${shared.admin.appUrl}t/acme/audit?what=person.`);
    await page.getByRole('listitem').filter({ hasText: 'deleted the data of a visitor' }).first().waitFor();
    expect(await page.content()).not.toContain(id);
    expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
  });
});

it('an erasure longer than a request continues, and one that fails keeps the typed values', async () => {
  const { page } = await open(admin, `conversations/${await begin()}`);
  const id = await goToPerson(page);
  await page.getByRole('button', { name: 'Delete data…' }).click();
  await page.getByLabel('Type the ID to confirm').fill(id);
  const answers = [
    { status: 502, body: '<html></html>' },
    {
      status: 202,
      json: { done: false, conversations: null, turns: null, deadLetters: null, names: null },
    },
    { status: 200, json: { done: true, conversations: 3, turns: 70, deadLetters: 0, names: 1 } },
  ];
  await page.route('**/v1/admin/people/**', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill(answers.shift() ?? {}) : route.fallback(),
  );
  const erase = page.getByRole('dialog').getByRole('button', { name: 'Delete data', exact: true });
  await erase.click();
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await expect.poll(() => page.getByLabel('Type the ID to confirm').inputValue()).toBe(id);
  await erase.click();
  await page.getByText('Deleted 3 conversations and 70 messages').waitFor();
  expect(answers).toEqual([]);
});

it('an unknown person and a missing permission look different', async () => {
  const { page } = await open(admin, 'people/webchat/nobody-of-this-name');
  await page.getByText('No data stored about this visitor.').waitFor();
  await expectReadable(page);
  await expectRefused(open, 'editor@acme.example', 'people/webchat/nobody', 'Visitor data');
});

it('the parts of a conversation over several pages are joined', () => {
  const page = { tenantId: 'acme', channel: 'webchat', userId: 'u', exportedAt: '', names: ['n'] };
  const part = (turnId: string, lastActivityAt: string | null) => ({
    conversationId: 'c',
    lastActivityAt,
    turns: [{ turnId }],
    largeMessages: [],
    files: [{ fileId: `file-${turnId}`, status: 'available' as const, url: null }],
    runs: [{ channel: 'webchat', run: { id: `run-${turnId}` } }],
    deadLetters: [],
  });
  const merged = mergeExport([
    { ...page, cursor: 'more', conversations: [part('1', null)] },
    { ...page, cursor: null, conversations: [part('2', 'late')] },
  ]);
  expect(merged).toEqual({
    ...page,
    conversations: [
      {
        ...part('1', 'late'),
        turns: [{ turnId: '1' }, { turnId: '2' }],
        files: [...part('1', null).files, ...part('2', null).files],
        runs: [...part('1', null).runs, ...part('2', null).runs],
      },
    ],
  });
});
