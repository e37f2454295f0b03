import { existsSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/contract/problem-body.ts';
import type { ConsolePage, EmptyPage } from '../support/console-pages.ts';
import { callAdminAs, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';
import { keepTab, namedPages, walkPages } from '../support/walk-pages.ts';

/** Every page while the service fails, and where there is nothing to show. A cell is a test. */
const shared = shareAdmin();
const { goTo, expectThere } = walkPages(shared);
const kept = keepTab(shared, 'super-admin');
const callAdmin = callAdminAs(shared);

const code = 'corr-of-the-outage';
const unavailable: Problem = {
  ...{ type: 'about:blank', title: 'Service Unavailable', status: 503, correlationId: code },
  ...{ code: 'temporarily_unavailable', detail: 'The service cannot answer just now.' },
};

const failures: readonly { name: string; answer: (route: Route) => Promise<void>; code?: string }[] = [
  { name: 'nobody answers', answer: (route) => route.abort('connectionrefused') },
  {
    name: 'a 502 that is no JSON',
    answer: (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' }),
  },
  {
    name: 'a 503 of the service',
    code,
    answer: (route) =>
      route.fulfill({
        ...{ status: 503, contentType: 'application/problem+json', body: JSON.stringify(unavailable) },
        headers: { 'retry-after': '1', 'x-correlation-id': code },
      }),
  },
];

/** What the browser itself notes of an answer that failed is no complaint of the page's. */
const own = (complaint: string) => !complaint.startsWith('Failed to load resource');

type Cell = ConsolePage & { readonly pattern: string };

/** What is no row of its own. */
const other = (path: string, title: string, pattern: string, empty: EmptyPage): Cell => ({
  ...{ path, title, pattern, empty, least: 'viewer', area: '', outageIn: null },
});
const noRuns = { says: 'No data for', way: 'Last 30 days' };
const overview = { says: 'No conversations counted yet', way: 'All reports' };
const cells: readonly Cell[] = [
  other('', 'Welcome', 'the overview', overview),
  ...namedPages,
  ...['flows', 'versions', 'channels', 'satisfaction', 'cost'].map((report) =>
    other(`reports/${report}?flow=support`, 'Reports', `reports/${report}`, noRuns),
  ),
  other('reports/refusals', 'Reports', 'reports/refusals', {
    ...noRuns,
    says: 'No blocked requests for',
  }),
];

describe.each(failures)('$name', (failure) => {
  it.each(cells.filter(({ outageIn }) => outageIn === null))(
    '$pattern says so, can be read, and recovers at the next try',
    async (row) => {
      const { page, complaints } = kept.tab;
      const known = complaints.length;
      await page.route('**/v1/admin/**', failure.answer);
      await goTo(page, row);
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText('Something went wrong on our side.').first().waitFor();
      await page.locator('h1').waitFor();
      expect(await page.locator('h1').count()).toBe(1);
      if (failure.code) await alert.getByText(failure.code).first().waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectReadable(page);
      }
      await page.unrouteAll();
      // Parts that failed apart are tried apart; one that was there a moment ago may have gone by itself.
      const retry = alert.getByRole('button', { name: 'Retry' });
      await expect
        .poll(async () => {
          const button = retry.first();
          if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
          return retry.count();
        })
        .toBe(0);
      await expectThere(page, row);
      expect(complaints.slice(known).filter(own)).toEqual([]);
    },
  );
});

const later = namedPages.filter(({ outageIn }) => outageIn !== null);
it.each(later)('$pattern requests nothing when it opens; $outageIn makes it fail later', ({ outageIn }) => {
  expect(existsSync(`test/admin/${outageIn}`)).toBe(true);
});

describe('a tenant without data', () => {
  beforeAll(async () => {
    const made = await callAdmin(kept.tab.page, 'POST', '/tenants', { id: 'newco', name: 'Newco' });
    expect(made.status).toBe(201);
  });

  it.each(cells)('$pattern says so, offers a next step, and can be read', async ({ empty, path }) => {
    const { page, complaints } = kept.tab;
    const known = complaints.length;
    const address = (empty.path ?? path).replace('$', 'c-0000000000');
    await page.goto(`${shared.admin.appUrl}t/newco/${address}`);
    await page.locator('h1').waitFor();
    const main = page.getByRole('main');
    await main.getByText(empty.says).first().waitFor();
    const way = new RegExp(`^${empty.way}`);
    await main
      .getByRole('button', { name: way })
      .or(main.getByRole('link', { name: way }))
      .first()
      .waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectReadable(page);
    }
    expect(complaints.slice(known).filter(own)).toEqual([]);
  });
});
