import { expect, it } from 'vitest';
import { openReports } from '../support/open-reports.ts';
import { shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();

it('a report of one day shows that day, not a range, with conversations and without', async () => {
  const oneDay = 'reports?range=custom&from=2026-03-24&to=2026-03-24';
  const { page } = await openReports(shared, 'admin', oneDay);
  await page.getByRole('button', { name: /^Date range: Mar 24, 2026(?: · |$)/ }).waitFor();
  await page.getByText(/^Mar(ch)? 24, 2026 · /).waitFor();
  const { page: empty } = await openReports(shared, 'admin', oneDay, { isEmpty: true });
  await empty.getByText(/^No data for Mar(ch)? 24, 2026$/).waitFor();
  expect(await empty.getByText('2026 –').count()).toBe(0);
});
