import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dayIn } from '../../src/admin/components/day-range.ts';
import { fakeReports } from '../support/fake-reports.ts';
import { figure, openReports } from '../support/open-reports.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { choose, heading, pick, pickRange, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();

const open = (...[who, path, options]: [string, string, Parameters<typeof openReports>[3]?]) =>
  openReports(shared, who, path, options);

/** The cells of a table, row by row, its head first. */
const cellsOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );

it('the last point of a chart is reached by keyboard and agrees with table and CSV file, which a reload keeps', async () => {
  const { page } = await open('admin', 'reports?range=custom&from=2026-03-23&to=2026-03-29');
  const chart = figure(page, 'Conversations by outcome');
  const points = chart.getByRole('group', { name: 'Conversations by outcome' }).getByRole('img');
  await expect.poll(() => points.count()).toBe(7);
  await points.first().focus();
  await page.keyboard.press('End');
  await expect.poll(() => points.last().evaluate((point) => point === document.activeElement)).toBe(true);
  const said = await points.last().getAttribute('aria-label');
  await chart
    .locator('.chart-said')
    .getByText(said ?? '')
    .waitFor();

  await choose(chart, 'Table');
  const rows = await cellsOf(page, 'Conversations by outcome');
  expect(rows[0]).toEqual(['Day', 'Resolved by bot', 'Handed off', 'Abandoned', 'Failed', 'In progress']);
  const [day, alone, over, left, failed, open_] = rows.at(-1) ?? [];
  expect(said).toBe(
    `${day}: Resolved by bot ${alone}, Handed off ${over}, Abandoned ${left}, Failed ${failed}, In progress ${open_}`,
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chart.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8').replace('\uFEFF', '');
  expect(text.trim().split('\r\n')).toEqual(rows.map((row) => row.join(',')));
  await page.reload();
  await page.getByRole('table', { name: 'Conversations by outcome' }).waitFor();
  expect(await cellsOf(page, 'Conversations by outcome')).toEqual(rows);
});

it('few conversations are counted without a percentage, and leave a gap in the chart', async () => {
  const { page } = await open('admin', 'reports?table=shares&range=custom&from=2026-03-23&to=2026-03-29');
  await page.getByRole('table', { name: 'Outcomes over time' }).waitFor();
  const rows = await cellsOf(page, 'Outcomes over time');
  // The second day has nine.
  expect(rows[2]?.slice(1)).toEqual(['6 of 9', '2 of 9', '1 of 9', '0 of 9']);
  expect(rows[3]?.[1]).toMatch(/^\d+%$/);
  await choose(figure(page, 'Outcomes over time'), 'Chart');
  const line = page.locator('.chart-line').first();
  await expect.poll(() => line.locator('circle').count()).toBe(6);
});

it('a custom range is selected in a calendar, by keyboard too', async () => {
  const { page, asked } = await open('admin', 'reports?range=custom&from=2026-05-04&to=2026-05-10');
  await page.getByRole('button', { name: 'Date range: May 4 – 10, 2026' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Date range' });
  await dialog.getByRole('button', { name: '12 May 2026' }).press('Enter');
  await dialog.getByRole('button', { name: '14 May 2026' }).press('Enter');
  await page.getByRole('button', { name: 'Date range: May 12 – 14, 2026' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?range=custom&from=2026-05-12&to=2026-05-14');
  await expect.poll(() => asked.at(-1)?.get('from')).toBe('2026-05-12');
  await expect.poll(() => dialog.count()).toBe(0);
});

it('the range control shows the time zone, and switches the comparison off for this address', async () => {
  const { page, asked } = await open('admin', 'reports?range=custom&from=2026-05-04&to=2026-05-10');
  const range = 'Date range: May 4 – 10, 2026 · Europe/Berlin';
  await page.getByRole('button', { name: `${range} · compared` }).click();
  const dialog = page.getByRole('dialog', { name: 'Date range' });
  const compare = dialog.getByRole('switch', { name: 'Compare to the previous period' });
  await dialog.getByText(/^vs\. Apr 27\s–\sMay 3, 2026 \(same weekdays\)$/).waitFor();
  expect(asked.some((query) => query.get('compare') === 'before')).toBe(true);
  const before = asked.length;
  await compare.click();
  await page.getByRole('button', { name: range, exact: true }).waitFor();
  expect(await compare.isChecked()).toBe(false);
  expect(new URL(page.url()).searchParams.get('compare')).toBe('off');
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  expect(asked.slice(before).some((query) => query.has('compare'))).toBe(false);
});

it('filters are in the address and in the request, and stay from report to report', async () => {
  const { page, asked } = await open('admin', 'reports/channels');
  await pick(page, 'Channel', 'WhatsApp');
  await pickRange(page, 'Last 30 days');
  await page.getByRole('link', { name: 'Satisfaction' }).click();
  await figure(page, 'Survey responses').waitFor();
  expect(new URL(page.url()).search).toBe('?channel=chatapp&range=30');
  const last = asked.at(-1);
  const days = (Date.parse(last?.get('to') ?? '') - Date.parse(last?.get('from') ?? '')) / 86_400_000 + 1;
  expect([last?.get('channel'), days]).toEqual(['chatapp', 30]);
});

it('a viewer sees counts, and no link to the conversations behind them', async () => {
  const links = (page: Page) => page.getByRole('main').locator('a[href*="/conversations"]').count();
  const viewer = (await open('viewer', 'reports')).page;
  await figure(viewer, 'Conversations by outcome').waitFor();
  expect(await links(viewer)).toBe(0);
  const editor = (await open('editor', 'reports')).page;
  await figure(editor, 'Conversations by outcome').waitFor();
  expect(await links(editor)).toBeGreaterThan(0);
});

it('an empty range says so, and an outage can be retried', async () => {
  const { page } = await open('admin', 'reports?range=custom&from=2026-05-01&to=2026-05-07', {
    isEmpty: true,
  });
  await page.getByText(/^No data for May 1\s–\s7, 2026$/).waitFor();
  await page.route(/\/reports\/figures/, (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('alert').getByText('Couldn’t load Reports').waitFor();
  await page.unroute(/\/reports\/figures/);
  await fakeReports(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await figure(page, 'Conversations by outcome').waitFor();
});

describe('conversations', () => {
  it('are listed with their status, more on request, and with filters in the address', async () => {
    const { page, asked, complaints } = await open('editor', 'conversations');
    const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(25);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows.count()).toBe(30);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await pick(page, 'Status', 'Unassigned');
    await pickRange(page, 'Last 30 days');
    await expect.poll(() => asked.at(-1)?.get('status')).toBe('waiting');
    const today = new Date();
    const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 29).toISOString();
    await expect.poll(() => asked.at(-1)?.get('from')).toBe(from);
    expect(new URL(page.url()).search).toBe('?status=waiting&range=30');
    await page.reload();
    await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Unassigned');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('that match no filter say so, and offer to clear the filters', async () => {
    const { page } = await open('editor', 'conversations?status=failed', { isEmpty: true });
    await page.getByText('No matching conversations').waitFor();
    await page.getByRole('main').locator('.empty').getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No conversations yet').waitFor();
  });
});

describe('the numbers of a flow', () => {
  it('are shown on its canvas as in the report', async () => {
    const { page } = await open('viewer', 'flows/support/versions/1?view=canvas&numbers=');
    const card = page.locator('.node', { has: page.getByText('ask_order', { exact: true }) });
    await card.getByText('402 reached · 24% drop off').waitFor();
    await page.getByRole('button', { name: 'Show metrics' }).click();
    await expect.poll(() => card.locator('.node-numbers').count()).toBe(0);
  });

  it('are of days in the time zone of the tenant, on the canvas too', async () => {
    // No day is the same in these two zones.
    const [own, zone] = ['Etc/GMT+12', 'Pacific/Kiritimati'];
    const { page } = await open('viewer', 'flows', { timezoneId: own });
    const asked: (string | undefined)[] = [];
    await page.route(/\/reports\/steps/, async (route) => {
      const { from, to, flow } = Object.fromEntries(new URL(route.request().url()).searchParams);
      await route.fulfill({ json: { zone, from, to, until: null, flow, started: 0, steps: [] } });
      asked.push(to);
    });
    await page.goto(`${shared.admin.appUrl}t/acme/flows/support/versions/1?view=canvas&numbers=`);
    await expect.poll(() => asked.at(-1)).toBe(dayIn(zone, Date.now()));
    expect(asked[0]).toBe(dayIn(own, Date.now()));
  });

  it('are shown beside its versions, in the list of flows, and before one is published', async () => {
    const { page } = await open('admin', 'flows');
    await page.getByRole('row', { name: 'Acme support' }).getByText('687').waitFor();
    await page.getByText(/· Updated /).waitFor();
    await page.goto(`${shared.admin.appUrl}t/acme/flows/support/versions`);
    await page.getByText(/conversations · \d+% resolved by bot in the last 30 days/).waitFor();
  });
});

it('the home page shows which share the bot has resolved, and that nothing needs attention', async () => {
  const { page, complaints } = await open('admin', '');
  await heading(page, 'Welcome, Ada Admin');
  await figure(page, 'Resolved by bot')
    .getByText(/^\d+%$/)
    .waitFor();
  await figure(page, 'Needs attention').getByText('All clear').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the home page and the list of flows say that a gradual rollout was stopped automatically', async () => {
  const verdict = {
    ...{ version: 3, action: 'cancel', at: '2026-03-29T10:00:00.000Z' },
    raised: { part: 26, of: 26 },
    against: { part: 0, of: 24 },
  };
  const { page } = await open('admin', 'saved-replies');
  await page.route('**/v1/admin/flows?*', async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const stopped = items.map((item: object) => ({ ...item, canaryEnded: verdict }));
    await route.fulfill({ response, json: { ...rest, items: stopped } });
  });
  await page.goto(`${shared.admin.appUrl}t/acme/`);
  const attention = figure(page, 'Needs attention');
  await attention.getByText('stopped: 26 of 26 conversations failed').waitFor();
  expect(await attention.getByText('All clear').count()).toBe(0);
  expect(await attention.getByRole('link', { name: 'Open flow' }).getAttribute('href')).toContain('/flows/');
  await page.goto(`${shared.admin.appUrl}t/acme/flows`);
  await page.getByText('v3 stopped: too many failures').waitFor();
});
