import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { figure, openReports } from '../support/open-reports.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { heading, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark, on a phone', { colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('every report is read without fault, and none scrolls sideways', async () => {
    const { page, complaints } = await openReports(shared, 'admin', 'reports', options);
    await heading(page, 'Reports');
    const titles: Readonly<Record<string, string>> = {
      '': 'Conversations by outcome',
      'flows/support': 'Where people leave',
      'versions?flow=support&version=2&against=1': 'Two versions side by side',
      channels: 'Conversations by channel',
      handoffs: 'How long people waited for a human',
      satisfaction: 'Answers to the satisfaction question',
      cost: 'Cost, an estimate',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`${shared.admin.appUrl}t/acme/reports${path && `/${path}`}`);
      await figure(page, title).waitFor();
      await expect.poll(() => readingProblemsOf(page), { message: path }).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  it('where people leave tells of each step what is reached and what is left', async () => {
    const { page } = await openReports(shared, 'admin', 'reports/flows/support', options);
    const row = figure(page, 'Where people leave').locator('.ranked-row').nth(1);
    for (const [n, name] of ['Reached', 'Left here'].entries()) {
      const value = row.locator('.ranked-value > span').nth(n);
      await value.waitFor({ state: 'visible' });
      expect(await value.getAttribute('title')).toBe(name);
    }
    await expect.poll(() => row.locator('.ranked-bar > span').count()).toBe(2);
  });
});
