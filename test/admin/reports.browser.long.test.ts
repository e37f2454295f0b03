import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { figure, openReports } from '../support/open-reports.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { choose, heading, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('every report can be read, and none scrolls sideways', async () => {
    const { page, complaints } = await openReports(shared, 'admin', 'reports', options);
    await heading(page, 'Reports');
    const titles: Readonly<Record<string, string>> = {
      '': 'Conversations by outcome',
      'flows/support': 'Drop-off by step',
      'versions?flow=support&version=2&against=1': 'Version comparison',
      channels: 'Conversations by channel',
      handoffs: 'Wait time for an agent',
      satisfaction: 'Survey responses',
      cost: 'Estimated cost',
      refusals: 'Blocked requests',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`${shared.admin.appUrl}t/acme/reports${path && `/${path}`}`);
      await figure(page, title).waitFor();
      await expect.poll(() => readingProblemsOf(page), { message: path }).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  it('the drop-off report shows for each step how many reached it and how many left', async () => {
    const { page } = await openReports(shared, 'admin', 'reports/flows/support', options);
    const row = figure(page, 'Drop-off by step').locator('.ranked-row').nth(1);
    for (const [n, name] of ['Reached', 'Drop-off'].entries()) {
      const value = row.locator('.ranked-value > span').nth(n);
      await value.waitFor({ state: 'visible' });
      expect(await value.getAttribute('title')).toBe(name);
    }
    await expect.poll(() => row.locator('.ranked-bar > span').count()).toBe(2);
    // Authors know a question by its text; the ID tells apart two that ask the same.
    const first = figure(page, 'Drop-off by step').locator('.ranked-name').first().locator('bdi');
    await expect.poll(() => first.allTextContents()).toEqual(['Hello! This is Acme.', 'welcome']);
  });
});

it('the cost report is split as asked, the most expensive by name and the rest together, and the table agrees', async () => {
  const { page, asked } = await openReports(shared, 'admin', 'reports/cost');
  const chart = figure(page, 'Estimated cost');
  await chart.waitFor();
  expect(asked.at(-1)?.get('costBy')).toBe('channel');
  await page.getByRole('radiogroup', { name: 'Group by' }).getByText('Flow', { exact: true }).click();
  await expect.poll(() => asked.at(-1)?.get('costBy')).toBe('flow');
  expect(new URL(page.url()).searchParams.get('by')).toBe('flow');
  const legend = chart.locator('.chart-legend li');
  const names = ['flow-1', 'flow-2', 'flow-3', 'flow-4', 'flow-5', 'Others'];
  await expect.poll(() => legend.allInnerTexts()).toEqual(names);
  await choose(chart, 'Table');
  const heads = page.getByRole('table', { name: 'Estimated cost' }).getByRole('columnheader');
  expect(await heads.allInnerTexts()).toEqual(['Day', ...names]);
  const costs = await page
    .getByRole('table', { name: 'Estimated cost' })
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .allInnerTexts();
  const [first = 0, second = 0] = costs.slice(1).map((text) => Number(text.replace('$', '')));
  expect(first / second).toBeCloseTo(2, 1);
});

it('blocked requests are listed by reason and site, with the range as the only filter; table and CSV file agree', async () => {
  const { page, asked } = await openReports(shared, 'viewer', 'reports/refusals?range=30&channel=webchat');
  const title = 'Blocked requests';
  const chart = figure(page, title);
  await chart.waitFor();
  expect([...(asked.at(-1)?.keys() ?? [])]).toEqual(['from', 'to']);
  expect(await page.getByText('Kept for 90 days').isVisible()).toBe(true);
  const shownAt = (name: string) => figure(page, name).locator('.figure-value').textContent();
  expect([await shownAt('Blocked messages'), await shownAt('Other blocked requests')]).toEqual([
    '171',
    '1,310',
  ]);
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(await chart.locator('.ranked-name').allInnerTexts()).toContain(
    'Site not allowed · staging.acme.example',
  );
  await choose(chart, 'Table');
  const table = page.getByRole('table', { name: title });
  const head = ['Reason', 'Site', 'Blocked', 'Messages'];
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(head);
  const cells = (n: number) => table.getByRole('row').nth(n).getByRole('cell').allInnerTexts();
  expect(await cells(2)).toEqual(['Too many messages per minute', 'https://www.acme.example', '118', '118']);
  expect(await cells(3)).toEqual(['Conversation not found', 'No origin (server)', '74', '0']);
  expect((await cells(6))[0]).toBe('a_code_of_tomorrow');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: `CSV: ${title}` }).click();
  const [first, second] = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(first?.replace('\uFEFF', '')).toBe('Reason,Site,Blocked,Messages');
  expect(second).toBe('Site not allowed,https://staging.acme.example,"1,204",31');
});
