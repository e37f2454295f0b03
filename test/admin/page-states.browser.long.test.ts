import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';
import { keepTab, namedPages, walkPages } from '../support/walk-pages.ts';

/** Every page in every state that a service can put it into. A cell is a test. */
const shared = shareAdmin();
const { goTo, expectThere } = walkPages(shared);
const kept = keepTab(shared, 'super-admin');

const problem = {
  ...{ type: 'about:blank', title: 'Unavailable', status: 503, detail: 'later', code: 'unavailable' },
  correlationId: 'corr-1',
};

describe.each<{ name: string; breaks: (page: Page) => Promise<unknown>; says: string }>([
  {
    name: 'nobody answers',
    breaks: (page) => page.route('**/v1/admin/**', (route) => route.abort('connectionrefused')),
    says: 'The service does not answer as it should.',
  },
  {
    name: 'an answer that is no JSON',
    breaks: (page) =>
      page.route('**/v1/admin/**', (route) =>
        route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }),
      ),
    says: 'The service does not answer as it should.',
  },
  {
    name: 'a failure with its code',
    breaks: (page) => page.route('**/v1/admin/**', (route) => route.fulfill({ status: 503, json: problem })),
    says: 'corr-1',
  },
])('$name', ({ breaks, says }) => {
  it.each(namedPages.filter(({ outageIn }) => outageIn === undefined))(
    '$pattern says so, can be read, and is there at the next try',
    async (row) => {
      const { page } = kept.tab;
      await breaks(page);
      await goTo(page, row);
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText(says).first().waitFor();
      await expectReadable(page);
      await page.unrouteAll();
      // Parts that failed apart are tried apart.
      const retry = alert.getByRole('button', { name: 'Try again' });
      await retry.first().click();
      await expect
        .poll(async () => {
          // One that was there a moment ago may be gone.
          const press = () => retry.first().click({ timeout: 1_000 });
          if (await retry.first().isVisible()) await press().catch(() => undefined);
          return retry.count();
        })
        .toBe(0);
      await expectThere(page, row);
    },
  );
});

it.each(namedPages.filter(({ outageIn }) => outageIn !== undefined))(
  '$pattern asks later, and $outageIn takes the service away then',
  ({ outageIn }) => expect(existsSync(`test/admin/${outageIn}`)).toBe(true),
);

it.each(namedPages.filter(({ empty }) => empty))(
  '$pattern says that it is empty, and can be read in light and in dark',
  async ({ empty: [asks, says] = ['', ''], ...row }) => {
    const { page } = kept.tab;
    await page.route(
      (url) => url.pathname.startsWith('/v1/admin') && url.pathname.endsWith(asks),
      (route) => route.fulfill({ json: { items: [], messages: [], cursor: null } }),
    );
    await goTo(page, row);
    await page.getByRole('main').getByText(says).first().waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectReadable(page);
    }
    await page.unrouteAll();
  },
);
