import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { heading, openSignedIn, shareAdmin, storedIn } from '../support/start-admin.ts';
import { expectReadable, expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

const play = (page: Page) => page.getByRole('button', { name: 'Replay', exact: true });
const ids = (page: Page) => page.getByLabel('Conversation IDs, one per line');

/** Makes a flow whose draft says "Good day", with a script that goes so and one that does not. */
async function createFlow(page: Page, id: string, titles: readonly string[]) {
  const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
  const said = { 'goes so': 'Good day', 'went otherwise': 'Hello' } as Record<string, string>;
  const created = await fetch(`${shared.admin.url}/v1/admin/flows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      definition: { start: 'greet', steps: { greet: { kind: 'end', text: 'Good day' } } },
      conversations: titles.map((title) => ({ title, steps: [{ user: 'hi' }, { expect: said[title] }] })),
    }),
  });
  expect(created.status).toBe(201);
}

let conversationId = '';
beforeAll(async () => {
  const message = {
    tenantId: 'acme',
    channel: 'webchat',
    from: { id: randomUUID() },
    content: { text: 'hi' },
  };
  const answer = await shared.admin.post('/v1/webchat/messages', { ...message, conversationId: null });
  ({ conversationId } = await answer.json());
});

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (look, options) => {
  it('an editor runs the tests of a draft by keyboard, and sees each difference turn by turn', async () => {
    const { page, complaints } = await open(editor, 'flows', options);
    const id = `greets-${look.replaceAll(' ', '_')}`;
    await createFlow(page, id, ['goes so', 'went otherwise']);
    await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}`);
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Replay conversations' }).click();
    await heading(page, `Replay: ${id}`);
    await play(page).focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 2 unchanged').waitFor();
    await page.getByRole('region', { name: 'goes so' }).getByText('Unchanged').waitFor();
    const other = page.getByRole('region', { name: 'went otherwise' });
    await other.getByText('differs').waitFor();
    await expect.poll(() => other.getByRole('row').last().textContent()).toMatch(/hi.*Hello.*Good day/s);
    await expectReadable(page);
    // The dialog before publishing plays them, too.
    await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}?publish`);
    await page.getByRole('button', { name: 'Run tests' }).click();
    await page.getByRole('dialog').getByText('1 of 2 unchanged').waitFor();
    await expectReadable(page);
    expect(complaints).toEqual([]);
  });
});

it('a recorded conversation is replayed for its own flow, and an outage keeps the typed IDs', async () => {
  const { page } = await open(editor, 'flows');
  await createFlow(page, 'recorded', []);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/recorded/replay`);
  await play(page).click();
  await page.getByText('Nothing to replay').waitFor();
  await ids(page).fill(conversationId);
  await play(page).click();
  await page.getByRole('alert').getByText('is one of the flow support').waitFor();

  await page.goto(`${shared.admin.appUrl}t/acme/flows/support/replay`);
  await ids(page).fill(conversationId);
  await page.route('**/draft/replay', (route) => route.fulfill({ status: 502, body: '<html></html>' }));
  await play(page).click();
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(() => ids(page).inputValue()).toBe(conversationId);
  await play(page).click();
  await page.getByText('1 of 1 unchanged').waitFor();
  await page.getByRole('link', { name: conversationId }).waitFor();
});

it("a viewer can't replay conversations", async () => {
  await expectRefused(open, 'viewer@acme.example', 'flows/support/replay', 'Flows');
});
