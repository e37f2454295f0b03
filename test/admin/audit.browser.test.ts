import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { csvOf } from '../../src/admin/components/save-text.ts';
import { auditRows, joinSaves } from '../../src/admin/features/settings/audit/AuditPage.tsx';
import type { AuditEntry } from '../../src/contract/admin/audit.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import {
  heading,
  openSignedIn,
  openTab,
  pick,
  shareAdmin,
  signIn,
  storedIn,
} from '../support/start-admin.ts';

const shared = shareAdmin();

async function open(path: string, options = {}) {
  const tab = await openSignedIn(shared)('admin@acme.example', path, options);
  await heading(tab.page, 'Audit log');
  return tab;
}

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

describe('with thirty changes', () => {
  beforeAll(async () => {
    const page = await shared.browser.newPage();
    await page.goto(shared.admin.appUrl);
    await signIn(page, 'admin@acme.example');
    await page.getByRole('navigation').waitFor();
    const { accessToken = '' } = (await storedIn(page, 'tokens')) ?? {};
    const definition = { start: 'bye', steps: { bye: { kind: 'end' } } };
    const post = (path: string, body: object, headers = {}) =>
      fetch(`${shared.admin.url}/v1/admin${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    let etag: string | null = null;
    for (let n = 0; n < 29; n += 1)
      etag = (await post('/flows', { id: `flow_${n}`, definition })).headers.get('etag');
    await post('/flows/flow_28/publish', { note: '<b>Bold</b> words 🛵' }, { 'if-match': etag });
    await page.close();
  });

  it.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 320, height: 640 } }],
  ])(
    '%s: the latest come first, older ones on request, and each opens to show what changed',
    async (_look, options) => {
      const { page, complaints } = await open('t/acme/audit', options);
      await expect.poll(() => entries(page).count()).toBe(25);
      await expect
        .poll(() => entries(page).first().textContent())
        .toContain('Ada Admin published flow_28 v1');
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => entries(page).count()).toBe(30);
      await expect.poll(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
      await entries(page).first().getByText('Ada Admin published flow_28 v1').click();
      await entries(page).first().getByRole('cell', { name: 'live.version' }).waitFor();
      await expect.poll(() => entries(page).first().textContent()).toContain('<b>Bold</b> words 🛵');
      await expect.poll(() => readingProblemsOf(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(complaints).toEqual([]);
    },
  );

  it('the filtered log is exported to a file, all pages of it', async () => {
    const { page } = await open('t/acme/audit?what=flow.');
    await entries(page).first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('audit-log.csv');
    const [head, ...rows] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toMatch(/^\uFEFF?at,user,userId,role,action,/);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every((row) => row.split(',')[4]?.startsWith('flow.'))).toBe(true);
    await page.getByRole('status').getByText(`${rows.length} entries exported`).waitFor();
  });

  it('filters are in the address, survive a reload, and are cleared by keyboard', async () => {
    const { page } = await open('t/acme/audit');
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: 'Ada Admin' }).click();
    await expect.poll(() => page.url()).toContain('?who=');
    await page.goto(`${page.url()}&to=2020-01-01`);
    await page.getByText('No changes in this range').waitFor();
    await page.reload();
    await page.getByText('No changes in this range').waitFor();
    await page.getByRole('button', { name: 'Date range: … – Jan 1, 2020' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect.poll(() => entries(page).count()).toBe(25);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});

it('an exported entry holds its fields, and nothing that a spreadsheet would run', () => {
  const entry: AuditEntry = {
    ...{ id: '1', at: '2026-05-01T12:00:00.000Z', action: 'flow.publish' },
    outcome: 'done',
    who: { id: 'u-1', email: 'ada@acme.example', role: 'admin', tenantId: 'acme' },
    resource: { kind: 'flow', id: 'support' },
    changes: [{ path: 'live.version', before: 1, after: 2 }],
    ...{ note: '=HYPERLINK("https://evil.example")', sourceIp: '192.0.2.1', correlationId: 'c-1' },
  };
  const [, row] = csvOf(auditRows([entry])).split('\r\n');
  expect(row).toBe(
    '2026-05-01T12:00:00.000Z,ada@acme.example,u-1,admin,flow.publish,flow:support,done,' +
      `"'=HYPERLINK(""https://evil.example"")","[{""path"":""live.version"",""before"":1,""after"":2}]",192.0.2.1,c-1`,
  );
});

it('a series of autosaves is one entry, with the state before the first and after the last', () => {
  const save = (id: string, before: string, after: string, who = 'ada') => ({
    ...{ id, at: '2026-05-01T10:00:00.000Z', action: 'flow.save-draft', outcome: 'done' as const },
    who: { id: who, email: `${who}@acme.example`, role: 'editor' as const, tenantId: 'acme' },
    resource: { kind: 'flow', id: 'support' },
    changes: [{ path: 'steps.hello.text', before, after }],
    ...{ sourceIp: '192.0.2.1', correlationId: id },
  });
  const joined = joinSaves([save('3', 'b', 'c'), save('2', 'a', 'b'), save('1', '', 'a', 'bo')]);
  expect(joined.map(({ id, saves }) => [id, saves])).toEqual([
    ['3', 2],
    ['1', 1],
  ]);
  expect(joined[0]?.changes).toEqual([{ path: 'steps.hello.text', before: 'a', after: 'c' }]);
});

it.each([
  [
    'a 502 of something on the way',
    { status: 502, body: '<html>Bad Gateway</html>' },
    'Something went wrong on our side',
  ],
  ['an answer of another shape', { status: 200, body: '{"items":1}' }, 'Something went wrong on our side'],
])('%s is shown as an outage and can be retried', async (_what, answer, cause) => {
  const { page } = await openTab(shared.browser);
  await page.route('**/v1/admin/audit*', (route) => route.fulfill(answer));
  await page.goto(`${shared.admin.appUrl}audit`);
  await signIn(page, 'admin@acme.example');
  const alert = page.getByRole('alert');
  await alert.getByText(cause).waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => entries(page).count()).toBe(25);
  await expect.poll(() => alert.count()).toBe(0);
});

it('a permission lost in mid-use is named, with the code of the request', async () => {
  const { page } = await open('t/acme/audit');
  const problem = {
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'your role, viewer, may not do this; the least that may is admin',
    code: 'not_allowed',
    correlationId: 'corr-1',
    leastRole: 'admin',
  };
  await page.route('**/v1/admin/audit*', (route) => route.fulfill({ status: 403, json: problem }));
  await pick(page, 'Event', 'Flows');
  const alert = page.getByRole('alert');
  await alert.getByText('doesn’t allow this. It requires Admin.').waitFor();
  await expect.poll(() => alert.textContent()).toContain('corr-1');
});
