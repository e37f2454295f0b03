import { expect, it } from 'vitest';
import { fakeReports } from '../support/fake-reports.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';
const pageOf = (path: string) => `${shared.admin.appUrl}t/acme/${path}`;

it.each(['conversations', 'reports'])(
  'flows of a filter of %s that failed to load are reported missing, and appear at the next try',
  async (path) => {
    const { page } = await open(editor, '');
    await page.route(/\/v1\/admin\/flows\?/, (route) => route.abort('connectionrefused'));
    await page.goto(pageOf(path));
    const filters = page.getByRole('button', { name: 'Filter', exact: true });
    if (path === 'conversations') await filters.click();
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load Flows' });
    await alert.waitFor();
    await page.getByRole('combobox', { name: 'Flow' }).click();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => alert.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Flow' }).click();
    await page.getByRole('option', { name: 'Acme support' }).waitFor();
  },
);

it('the lists of the inbox have no number before they are counted', async () => {
  const { page } = await open(editor, '');
  await page.route('**/v1/admin/inbox*', (route) => route.abort('connectionrefused'));
  await page.route('**/v1/admin/handoffs*', (route) => route.abort('connectionrefused'));
  await page.goto(pageOf('inbox'));
  await page.getByRole('tab', { name: 'Unassigned', exact: true }).waitFor();
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    ...['Unassigned', 'Mine', 'All open', 'Snoozed', 'Closed'],
  ]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('tab', { name: 'Unassigned 0', exact: true }).waitFor();
});

it.each(['en', 'ar'])('on a phone no bar covers the name of the target, in %s', async (language) => {
  const { page } = await open(editor, '', { viewport: { width: 390, height: 844 } });
  await fakeReports(page);
  await page.evaluate(`localStorage.setItem('gateway-admin.language', '${language}')`);
  await page.goto(pageOf('reports/handoffs'));
  const target = page.locator('.chart-target text');
  await target.waitFor();
  const name = await target.boundingBox();
  const chart = page.locator('.chart').filter({ has: target });
  const bars = await Promise.all((await chart.locator('.chart-bar').all()).map((bar) => bar.boundingBox()));
  expect(bars.length).toBeGreaterThan(4);
  const over = bars.filter(
    (bar) =>
      bar !== null &&
      name !== null &&
      bar.x < name.x + name.width &&
      name.x < bar.x + bar.width &&
      bar.y < name.y + name.height &&
      name.y < bar.y + bar.height,
  );
  expect(over).toEqual([]);
  expect(name !== null && name.x >= 0 && name.x + name.width <= 390).toBe(true);
});
