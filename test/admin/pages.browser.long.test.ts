import { describe, expect, it } from 'vitest';
import { roleNames } from '../../src/contract/roles.ts';
import { heading, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';
import { keepTab, namedPages, walkPages } from '../support/walk-pages.ts';

/** Every page by every role: seen in light, in dark and on a phone, or whose it is. A cell is a test. */
const shared = shareAdmin();
const { goTo, expectThere, isExpected } = walkPages(shared);
const roleTitles = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', 'super-admin': 'Super admin' };

describe.each(roleNames)('%s', (role) => {
  const kept = keepTab(shared, role);
  const maySee = ({ least }: { readonly least: typeof role }) =>
    roleNames.indexOf(role) >= roleNames.indexOf(least);

  it.each(namedPages.filter(maySee))(
    'shows $pattern in light, in dark and on a phone, without an error',
    async (row) => {
      const { page, complaints } = kept.tab;
      const known = complaints.length;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 720 });
      await goTo(page, row);
      await expectThere(page, row);
      const title = (await page.locator('h1').textContent()) ?? '';
      await expect.poll(() => page.title()).toMatch(`${title} · Messaging gateway`);
      await expectReadable(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadable(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectReadable(page);
      expect(complaints.slice(known).filter((complaint) => !isExpected(complaint, row))).toEqual([]);
    },
  );

  it.runIf(role === 'admin').each(namedPages)(
    'shows nothing of $pattern in another tenant, and requests nothing',
    async ({ path }) => {
      const { page, addresses } = kept.tab;
      const known = addresses.length;
      await page.goto(`${shared.admin.appUrl}t/globex/${path}`);
      await heading(page, 'You don’t have access to globex');
      expect(addresses.slice(known).filter((one) => one.includes('/v1/admin/'))).toEqual([]);
    },
  );

  const others = namedPages.filter((row) => !maySee(row));
  it.runIf(others.length > 0).each(others)(
    'reads that $pattern requires the role $least, and whom to ask; nothing of it is requested',
    async (row) => {
      const { page, addresses } = kept.tab;
      const known = addresses.length;
      await goTo(page, row);
      await heading(page, `You don’t have access to ${row.area}`);
      await page.getByText(`This page requires the ${roleTitles[row.least]} role`).waitFor();
      // Operators of the platform are nobody's to name.
      if (row.least !== 'super-admin') await page.getByText('Ask an admin for access: Ada Admin').waitFor();
      const asked = addresses.slice(known).filter((one) => one.includes('/v1/admin/'));
      // A tab that has been at the inbox goes on to hear of it.
      expect(asked.filter((one) => !/\/(admins|inbox(\?.*)?|handoffs\?state=.*)$/.test(one))).toEqual([]);
      await expectReadable(page);
    },
  );
});
