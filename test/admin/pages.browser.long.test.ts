import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RoleName } from '../../src/contract/roles.ts';
import { heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

/** THE table of cells: every page by every role, and in every state that a service can put it into. */
const shared = shareAdmin();
const open = openSignedIn(shared);

const roles = ['viewer', 'editor', 'admin', 'super-admin'] as const satisfies readonly RoleName[];
const emails: Readonly<Record<(typeof roles)[number], string>> = {
  viewer: 'viewer@acme.example',
  editor: 'editor@acme.example',
  admin: 'admin@acme.example',
  'super-admin': 'operator@platform.example',
};

interface Row {
  /** As in `src/admin/app/pages.ts`. */
  readonly pattern: string;
  readonly path: string;
  readonly title: string;
  readonly least: (typeof roles)[number];
  /** How those are told who may not see it. */
  readonly area: string;
  /** What it asks for that may be empty, and what it says then. */
  readonly empty?: readonly [asks: string, says: string];
  /** It shows something without an answer; an outage is told where it is asked for. */
  readonly asksLater?: true;
}

let conversation = '';
const rows: readonly Row[] = [
  { pattern: 'inbox', path: 'inbox', title: 'Inbox', least: 'editor', area: 'Inbox', asksLater: true },
  {
    ...{ pattern: 'inbox/:conversationId', path: 'inbox/$', title: 'Inbox', least: 'editor', area: 'Inbox' },
    asksLater: true,
  },
  {
    ...{ pattern: 'saved-replies', path: 'saved-replies', title: 'Saved replies', least: 'editor' },
    ...{ area: 'Inbox', empty: ['/texts', 'Nothing is saved yet.'] },
  },
  {
    ...{ pattern: 'conversations', path: 'conversations', title: 'Conversations', least: 'editor' },
    ...{ area: 'Conversations', empty: ['/conversations', 'No conversations yet.'] },
  },
  {
    ...{ pattern: 'conversations/:conversationId', path: 'conversations/$', title: 'Conversation $' },
    ...{ least: 'editor', area: 'Conversations', empty: ['/messages', 'Nothing has been said yet.'] },
  },
  {
    ...{
      pattern: 'people/:channel/:userId',
      path: 'people/webchat/nobody',
      title: 'Person nobody',
      least: 'admin',
    },
    area: 'People',
  },
  {
    ...{ pattern: 'flows', path: 'flows', title: 'Flows', least: 'viewer', area: 'Flows' },
    empty: ['/flows', 'No flows yet.'],
  },
  { pattern: 'flows/:flowId', path: 'flows/support', title: 'Acme support', least: 'viewer', area: 'Flows' },
  {
    ...{ pattern: 'flows/:flowId/edit', path: 'flows/support/edit?view=list', title: 'Acme support' },
    ...{ least: 'editor', area: 'Flows' },
  },
  {
    ...{ pattern: 'flows/:flowId/replay', path: 'flows/support/replay', title: 'Replay: support' },
    ...{ least: 'editor', area: 'Flows', asksLater: true },
  },
  {
    ...{ pattern: 'flows/:flowId/tests', path: 'flows/support/tests', title: 'Tests of support' },
    ...{ least: 'editor', area: 'Flows' },
  },
  {
    ...{ pattern: 'flows/:flowId/versions', path: 'flows/support/versions', title: 'Versions of support' },
    ...{ least: 'viewer', area: 'Flows', empty: ['/versions', 'Nothing has been published yet.'] },
  },
  {
    ...{ pattern: 'flows/:flowId/versions/:version', path: 'flows/support/versions/1', title: 'support v1' },
    ...{ least: 'viewer', area: 'Flows' },
  },
  {
    ...{
      pattern: 'flows/:flowId/compare',
      path: 'flows/support/compare?from=1&to=draft',
      title: 'support: v1 and',
    },
    ...{ least: 'viewer', area: 'Flows' },
  },
  {
    ...{ pattern: 'widgets', path: 'widgets', title: 'Widgets', least: 'viewer', area: 'Widgets' },
    empty: ['/widgets', 'No widgets yet.'],
  },
  {
    ...{ pattern: 'widgets/:widgetId', path: 'widgets/acme-web', title: 'acme-web', least: 'viewer' },
    area: 'Widgets',
  },
  {
    ...{ pattern: 'channels', path: 'channels', title: 'Channels', least: 'admin', area: 'Channels' },
    empty: ['/channels', 'No channels yet.'],
  },
  {
    ...{ pattern: 'channels/new/:provider', path: 'channels/new/contactcenter', title: 'Connect' },
    ...{ least: 'admin', area: 'Channels', asksLater: true },
  },
  {
    ...{ pattern: 'channels/:channel/:accountId', path: 'channels/chatapp/whatsapp', title: 'whatsapp' },
    ...{ least: 'admin', area: 'Channels' },
  },
  { pattern: 'reports', path: 'reports', title: 'Reports', least: 'viewer', area: 'Reports' },
  {
    pattern: 'reports/:report',
    path: 'reports/handoffs',
    title: 'Reports',
    least: 'viewer',
    area: 'Reports',
  },
  {
    ...{ pattern: 'reports/flows/:flowId', path: 'reports/flows/support', title: 'Reports: support' },
    ...{ least: 'viewer', area: 'Reports' },
  },
  {
    ...{ pattern: 'users', path: 'users', title: 'Users', least: 'admin', area: 'Users' },
    empty: ['/users', 'Only you so far.'],
  },
  {
    ...{ pattern: 'service-keys', path: 'service-keys', title: 'Service keys', least: 'admin' },
    ...{ area: 'Service keys', empty: ['/service-keys', 'No system has a key yet.'] },
  },
  {
    ...{ pattern: 'audit', path: 'audit', title: 'Audit', least: 'admin', area: 'Audit' },
    empty: ['/audit', 'No changes in this range.'],
  },
  {
    ...{ pattern: 'tenants', path: 'tenants', title: 'Tenants', least: 'super-admin', area: 'Tenants' },
    empty: ['/tenants', 'No tenants yet.'],
  },
];

const of = (text: string) => text.replace('$', conversation);
const to = (page: Page, { path }: Row) => page.goto(`${shared.admin.appUrl}t/acme/${of(path)}`);
/** The page is there, and asks for nothing more. */
async function there(page: Page, row: Row): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByText(of(row.title)).waitFor();
  await expect.poll(() => page.locator('.rows-to-come, [aria-busy="true"]').count()).toBe(0);
}

beforeAll(async () => {
  const answer = await shared.admin.post(
    '/v1/webchat/messages',
    { text: 'agent', attachments: [], user: { id: 'visitor', firstName: 'Ada' } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
  );
  conversation = (await answer.json()).conversationId;
});

it('every page of the console is in the table', () => {
  const patterns = readFileSync('src/admin/app/pages.ts', 'utf8').matchAll(/pattern: '([^']+)'/g);
  expect([...patterns].map(([, pattern]) => pattern)).toEqual(rows.map(({ pattern }) => pattern));
});

describe.each(roles)('%s', (role) => {
  it('sees the pages of the role in light, in dark and on a phone, and is told of each other whose it is', async () => {
    const { page, complaints, addresses } = await open(emails[role], '');
    for (const row of rows) {
      const known = addresses.length;
      await to(page, row);
      if (roles.indexOf(role) < roles.indexOf(row.least)) {
        await heading(page, `You may not see this: ${row.area}`);
        await page.getByText(/^Ask .+, who (is an admin|are admins)\./).waitFor();
        const asked = addresses.slice(known).filter((one) => one.includes('/v1/admin/'));
        expect([row.path, asked.filter((one) => !one.endsWith('/admins'))]).toEqual([row.path, []]);
        continue;
      }
      await there(page, row);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectReadable(page);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await expectReadable(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    expect(complaints).toEqual([]);
  });
});

const outages = {
  'nobody answers': (page: Page) => page.route('**/v1/admin/**', (route) => route.abort('connectionrefused')),
  'an answer that is no JSON': (page: Page) =>
    page.route('**/v1/admin/**', (route) => route.fulfill({ status: 502, body: '<html>' })),
  'a failure with its code': (page: Page) =>
    page.route('**/v1/admin/**', (route) =>
      route.fulfill({
        status: 503,
        json: {
          ...{ type: 'about:blank', title: 'Unavailable', status: 503, detail: 'later', code: 'unavailable' },
          correlationId: 'corr-1',
        },
      }),
    ),
} as const;

it.each(Object.entries(outages))(
  '%s: every page says so, and is there at the next try',
  async (_name, breakIt) => {
    const { page } = await open(emails['super-admin'], '');
    for (const row of rows.filter(({ asksLater }) => !asksLater)) {
      await breakIt(page);
      await to(page, row);
      const retry = page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' });
      await retry.first().waitFor();
      await expectReadable(page);
      await page.unrouteAll();
      // Parts that failed apart are tried apart.
      await expect
        .poll(async () => {
          const button = retry.first();
          if (await button.isVisible()) await button.click();
          return retry.count();
        })
        .toBe(0);
      await there(page, row);
    }
  },
);

it('where there is nothing, every list says so, and what would put something there', async () => {
  const { page } = await open(emails['super-admin'], '');
  for (const row of rows) {
    if (!row.empty) continue;
    const [asks, says] = row.empty;
    await page.route(
      (url) => url.pathname.startsWith('/v1/admin') && url.pathname.endsWith(asks),
      (route) => route.fulfill({ json: { items: [], messages: [], cursor: null } }),
    );
    await to(page, row);
    await page.getByRole('main').getByText(says).first().waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectReadable(page);
    }
    await page.unrouteAll();
  }
});

it('keys alone come to all of a page, see where they are, and leave it again', async () => {
  const { page } = await open(emails['super-admin'], '');
  for (const row of rows) {
    await to(page, row);
    await there(page, row);
    // Of what is walked by arrows (tabs, a chart, a canvas) one is a stop.
    const stops = await page.evaluate<number>(`(() => {
      const all = document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex])');
      const stops = [...all].filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
      for (const one of stops) one.dataset.stop = '';
      return stops.length;
    })()`);
    const unseen: string[] = [];
    await page.locator('h1').focus();
    for (let n = 0; n < stops + 40; n += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate<string>(`(() => {
        const one = document.activeElement;
        delete one.dataset.stop;
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
        const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        return isSeen || one.matches('input, select, textarea, .cm-content, body') ? '' : one.outerHTML.slice(0, 120);
      })()`);
      if (at !== '') unseen.push(at);
      if ((await page.locator('main [data-stop]').count()) === 0) break;
    }
    const left = await page
      .locator('main [data-stop]')
      .evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 120)));
    expect([row.path, left, unseen]).toEqual([row.path, [], []]);
  }
});
