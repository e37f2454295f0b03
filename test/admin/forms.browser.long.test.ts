import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { endSession, openSignedIn, shareAdmin, storedIn } from '../support/start-admin.ts';

/** Forms in dialogs whose pages have no such test of their own: what is refused or interrupted loses nothing of them. */
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
  /** What it asks of the API. */
  readonly asks: readonly [method: string, path: string];
  /** What is on the page when it is done. */
  readonly done: string;
}

const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(new RegExp(`^${label}( \\*)?$`));
let waiting = '';
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
    ...{ send: 'Save', asks: ['POST', '/texts'], done: 'Greeting is saved.' },
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
    name: 'a service key',
    who: 'admin',
    path: 'service-keys?make',
    fill: async (page) => {
      await field(page, 'Name of the system').fill('Shop');
      await field(page, 'Read conversations').check();
      await field(page, 'Ends').selectOption('30');
    },
    ...{ send: 'Make key', asks: ['POST', '/service-keys'], done: 'The key of Shop' },
  },
  {
    name: 'a publication',
    who: 'admin',
    path: 'flows/support?publish',
    fill: async (page) => {
      await field(page, 'Who gets it').selectOption('10');
      await page.getByRole('dialog').getByLabel('Note').fill('A trial that is half decided');
    },
    ...{ send: 'Publish', asks: ['POST', '/publish'], done: '10 % of new conversations meet v2' },
  },
  {
    name: 'a conversation that is handed over',
    who: 'editor',
    path: 'inbox/',
    show: (page) => page.getByRole('button', { name: 'Hand over' }).click(),
    fill: async (page) => {
      await field(page, 'To whom').selectOption({ label: '○ Ada Admin, away, 0 open' });
      await field(page, 'Note for them').fill('Knows the parcel.');
    },
    ...{ send: 'Hand over', asks: ['POST', '/handoff/assign'], done: 'Handed over to Ada Admin.' },
  },
  {
    name: 'a conversation that is closed',
    who: 'editor',
    path: 'inbox/',
    show: (page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
    fill: async (page) => {
      await page.getByRole('dialog').getByLabel('Last words').fill('It is on its way.');
      await page.getByRole('dialog').getByLabel('Result').fill('solved');
    },
    // It is sent five seconds later.
    ...{ send: 'Close', asks: ['', ''], done: 'The conversation is being closed.' },
  },
];

beforeAll(async () => {
  const answer = await shared.admin.post(
    '/v1/webchat/messages',
    { text: 'agent', attachments: [], user: { id: 'visitor', firstName: 'Ada' } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
  );
  waiting = (await answer.json()).conversationId;
});

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
  ...{ type: 'about:blank', title: 'Refused', status, detail: 'said by the service', code },
  ...{ correlationId: 'corr-1', ...(status === 403 && { leastRole: 'super-admin' }) },
});

/** What is in the fields of the dialog. */
const typedIn = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('input, textarea, select')
    .evaluateAll((fields) =>
      fields.map((one) => {
        const { type, checked, value } = one as HTMLInputElement;
        return type === 'checkbox' ? checked : value;
      }),
    );

describe.each(forms)('$name', ({ who, path, show, fill, send, asks: [method, asked], done }) => {
  it('keeps what was typed where it is refused, and over a session that ends, and is sent then', async () => {
    const { page } = await open(`${who}@acme.example`, '');
    if (isFirst) await prepare(page);
    isFirst = false;
    await page.goto(`${shared.admin.appUrl}t/acme/${path === 'inbox/' ? path + waiting : path}`);
    await show?.(page);
    await fill(page);
    const typed = await typedIn(page);
    const button = page.getByRole('dialog').getByRole('button', { name: send, exact: true });
    for (const [status, code, words] of method === ''
      ? []
      : ([
          [403, 'not_allowed', 'It takes the role super-admin.'],
          [412, 'precondition_failed', 'Somebody else changed it'],
          [502, '', 'The service does not answer as it should.'],
        ] as const)) {
      await page.route(
        (url) => url.pathname.includes(asked),
        (route) => {
          if (route.request().method() !== method) return route.fallback();
          return status === 502
            ? route.fulfill({ status, body: '<html>' })
            : route.fulfill({ status, json: refusal(status, code) });
        },
      );
      await button.click();
      await page.getByRole('dialog').getByText(words).waitFor();
      await expect.poll(() => typedIn(page)).toEqual(typed);
      await page.unrouteAll();
    }
    await endSession(page);
    if (method === '') {
      // Renewed unseen, as long as the hosted one lasts.
      await page.reload();
    } else {
      await button.click();
      await page.getByRole('button', { name: 'Sign in again' }).click();
    }
    // All others are in the address.
    if (path === 'inbox/') await show?.(page);
    await expect.poll(() => typedIn(page)).toEqual(typed);
    await button.click();
    await page.getByText(done).first().waitFor();
  });
});
