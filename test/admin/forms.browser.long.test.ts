import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { endSession, openSignedIn, pick, shareAdmin, storedIn } from '../support/start-admin.ts';

/** Forms whose pages have no such test of their own: what is refused or interrupted loses nothing of them. */
const shared = shareAdmin();
const open = openSignedIn(shared);

interface Form {
  readonly name: string;
  readonly who: 'editor' | 'admin';
  readonly path: string;
  /** Leads to the dialog where the address doesn't. */
  readonly show?: (page: Page) => Promise<void>;
  readonly fill: (page: Page) => Promise<void>;
  readonly send: string;
  /** What it asks of the API; nothing of one that is sent later, or leads elsewhere. */
  readonly asks: readonly [method: string, path: string];
  /** It stands on its page, and in no dialog. */
  readonly isOnPage?: true;
  /** What a 412 is told as where it means something of its own. */
  readonly changed?: string;
  /** What a service outside would have to answer. */
  readonly answer?: object;
  /** What is on the page when it is done. */
  readonly done: string;
}

/** Where a form is. */
const placeOf = (page: Page, { isOnPage }: Pick<Form, 'isOnPage'>) =>
  page.getByRole(isOnPage ? 'main' : 'dialog');
const field = (page: Page, label: string, form: Pick<Form, 'isOnPage'> = {}) =>
  placeOf(page, form).getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`));
const onPage = { isOnPage: true } as const;
let isFirst = true;

const forms: readonly Form[] = [
  {
    name: 'a new saved reply',
    who: 'editor',
    path: 'saved-replies?edit',
    fill: async (page) => {
      await field(page, 'Name').fill('Greeting');
      await field(page, 'Text').fill('Good morning');
      await field(page, 'Language').fill('en');
    },
    ...{ send: 'Save', asks: ['POST', '/texts'], done: '“Greeting” saved' },
  },
  {
    name: 'a saved reply that is changed',
    who: 'editor',
    path: 'saved-replies',
    show: (page) => page.getByRole('button', { name: 'Edit Parcel' }).click(),
    fill: (page) => field(page, 'Text').fill('It is on its way.'),
    ...{ send: 'Save', asks: ['PUT', '/texts/'], done: 'It is on its way.' },
  },
  {
    name: 'a new label',
    who: 'admin',
    path: 'labels?edit',
    fill: async (page) => {
      await field(page, 'Name').fill('Refund');
      await field(page, 'Teal').check();
    },
    ...{ send: 'Save', asks: ['PUT', '/labels'], done: '“Refund” saved' },
  },
  {
    name: 'a service key',
    who: 'admin',
    path: 'service-keys?make',
    fill: async (page) => {
      await field(page, 'Name').fill('Shop');
      await field(page, 'View conversations').check();
      await pick(page, 'Expires', 'In 30 days');
    },
    ...{ send: 'Create key', asks: ['POST', '/service-keys'], done: 'Your new API key: Shop' },
  },
  {
    name: 'a publication',
    who: 'admin',
    path: 'flows/support?publish',
    fill: async (page) => {
      await page.getByRole('dialog').getByText('Gradually').click();
      await page.getByRole('dialog').getByLabel('What’s new').fill('A trial that is half decided');
    },
    ...{ send: 'Publish', asks: ['POST', '/publish'], done: 'v2 is live for 10% of new conversations' },
  },
  {
    name: 'a conversation that is handed over',
    who: 'editor',
    path: 'inbox/',
    show: (page) => page.getByRole('button', { name: 'Transfer' }).click(),
    fill: async (page) => {
      await pick(page, 'Transfer to', 'Ada Admin · Away · 0 open');
      await field(page, 'Internal note (optional)').fill('Knows the parcel.');
    },
    ...{ send: 'Transfer', asks: ['POST', '/handoff/assign'], done: 'Transferred to Ada Admin' },
  },
  {
    name: 'a conversation that is returned to the flow',
    who: 'editor',
    path: 'inbox/',
    show: (page) => page.getByRole('button', { name: 'Return to bot' }).click(),
    fill: async (page) => {
      await pick(page, 'Continue at', 'Restart from the beginning');
    },
    ...{ send: 'Return to bot', asks: ['POST', '/handoff/return'], done: 'Returned to bot' },
  },
  {
    name: 'a conversation that is closed',
    who: 'editor',
    path: 'inbox/',
    show: (page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
    fill: async (page) => {
      await page.getByRole('dialog').getByLabel('Closing message (optional)').fill('It is on its way.');
      await page.getByRole('combobox', { name: 'Outcome' }).fill('solved');
    },
    // It is sent five seconds later.
    ...{ send: 'Close conversation', asks: ['', ''], done: 'Closing conversation…' },
  },
  {
    name: 'a new widget',
    who: 'admin',
    path: 'widgets?new',
    fill: async (page) => {
      await field(page, 'Name').fill('second');
      await pick(page, 'Flow', 'Acme helps (support)');
    },
    ...{ send: 'Create', asks: ['PUT', '/widgets/second'], done: 'second' },
    changed: 'This name is already taken.',
  },
  {
    name: 'the role of a user',
    who: 'admin',
    path: 'users?user=5f0c6a52-1d0e-4d0b-9a40-000000000001',
    fill: async (page) => {
      await page.getByRole('radio', { name: /^Editor/ }).click();
    },
    ...{ send: 'Change role', asks: ['PATCH', '/users/'], done: 'is now an editor' },
  },
  {
    name: 'a test message',
    who: 'admin',
    path: 'channels/chatapp/whatsapp?step=test',
    fill: async (page) => {
      await field(page, 'To', onPage).fill('4915112345');
      await field(page, 'Message (optional)', onPage).fill('Can you read this?');
    },
    ...{ send: 'Send test message', asks: ['POST', '/test-message'], ...onPage },
    answer: { outcome: 'sent', reason: null, providerMessageId: 'wamid.1' },
    done: 'Message accepted',
  },
  {
    name: 'a replay of conversations',
    who: 'editor',
    path: 'flows/support/replay',
    fill: (page) => field(page, 'Conversation IDs, one per line', onPage).fill('c-1\nc-2'),
    ...{ send: 'Replay', asks: ['POST', '/draft/replay'], ...onPage },
    answer: { conversations: [], complete: true },
    done: 'Nothing to replay',
  },
];

/** A visitor's conversation that waits for a human. */
async function beginWaiting(): Promise<string> {
  const answer = await shared.admin.post(
    '/v1/webchat/messages',
    { text: 'agent', attachments: [], user: { id: randomUUID(), firstName: 'Ada' } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
  );
  return (await answer.json()).conversationId;
}

/** A reply is saved, and the draft differs from what is live. */
async function prepare(page: Page): Promise<void> {
  const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
  const api = `${shared.admin.url}/v1/admin`;
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const reply = await fetch(`${api}/texts`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'a-reply-for-all-forms' },
    body: JSON.stringify({ name: 'Parcel', text: 'We look for your parcel.' }),
  });
  const draft = await fetch(`${api}/flows/support/draft`, { headers });
  const { definition, layout, conversations } = await draft.json();
  const changed = { ...definition, title: 'Acme helps' };
  const saved = await fetch(`${api}/flows/support/draft`, {
    method: 'PUT',
    headers: { ...headers, 'if-match': draft.headers.get('etag') ?? '' },
    body: JSON.stringify({ definition: changed, layout, conversations }),
  });
  expect([reply.ok, saved.ok]).toEqual([true, true]);
}

const refusal = (status: number, code: string) => ({
  ...{ type: 'about:blank', title: 'Blocked', status, detail: 'said by the service', code },
  ...{ correlationId: 'corr-1', ...(status === 403 && { leastRole: 'super-admin' }) },
});

/** What is in the fields of a form. */
const typedIn = (page: Page, form: Form) =>
  placeOf(page, form)
    .locator('input, textarea, select')
    .evaluateAll((fields) =>
      fields.map((one) => {
        const { type, checked, value } = one as HTMLInputElement;
        return type === 'checkbox' ? checked : value;
      }),
    );

/** Has the API answer what a form asks for. */
const answer = (page: Page, { asks: [method, asked] }: Form, given: Parameters<Route['fulfill']>[0]) =>
  page.route(
    (url) => url.pathname.includes(asked),
    (route) => (route.request().method() === method ? route.fulfill(given) : route.fallback()),
  );

const refusals = (changed = 'Someone else changed this') =>
  [
    [{ status: 403, json: refusal(403, 'not_allowed') }, 'It requires Super admin.'],
    [{ status: 412, json: refusal(412, 'precondition_failed') }, changed],
    [{ status: 502, body: '<html>' }, 'Something went wrong on our side.'],
  ] as const;

describe.each(forms)('$name', (form) => {
  it('keeps typed values after a rejection and over a session that ends, and then sends them', async () => {
    const { who, path, show, fill, send, asks, done } = form;
    const { page } = await open(`${who}@acme.example`, '');
    if (isFirst) await prepare(page);
    isFirst = false;
    const waiting = path === 'inbox/' ? await beginWaiting() : '';
    await page.goto(`${shared.admin.appUrl}t/acme/${path}${waiting}`);
    await show?.(page);
    await fill(page);
    const typed = await typedIn(page, form);
    const button = placeOf(page, form).getByRole('button', { name: send, exact: true });
    const asksNothing = asks[0] === '';
    for (const [given, words] of asksNothing ? [] : refusals(form.changed)) {
      await answer(page, form, given);
      await button.click();
      await placeOf(page, form).getByText(words).first().waitFor();
      await expect.poll(() => typedIn(page, form)).toEqual(typed);
      await page.unrouteAll();
    }
    await endSession(page);
    if (asksNothing) {
      // Renewed unseen, as long as the hosted one lasts.
      await page.reload();
    } else {
      // Another request may have noticed the end before: then its dialog is in front of the button.
      await button.dispatchEvent('click');
      await page.getByRole('button', { name: 'Sign in again' }).click();
    }
    // All others are in the address.
    if (path === 'inbox/') await show?.(page);
    await expect.poll(() => typedIn(page, form)).toEqual(typed);
    if (form.answer) await answer(page, form, { json: form.answer });
    await button.click();
    await page.getByText(done).first().waitFor();
  });
});
