import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readingProblemsOf } from './reading-problems.ts';
import { heading, type openSignedIn } from './start-admin.ts';

/** Everybody can read the page as it is now, and it is not wider than the window. */
export async function expectReadable(page: Page): Promise<void> {
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

/** A page with a list says what it is: an outage, which can be tried again, and then nothing to show. */
export async function expectOutageAndEmptyTold(
  page: Page,
  {
    list,
    show,
    empty,
  }: {
    /** Of the API, as a pattern. */
    readonly list: string;
    /** Has the page ask for it. */
    readonly show: () => Promise<unknown>;
    readonly empty: string;
  },
): Promise<void> {
  await page.route(list, (route) => route.fulfill({ status: 502, body: '<html></html>' }));
  await show();
  await page.getByRole('alert').getByText('Something went wrong on our side').waitFor();
  await expectReadable(page);
  await page.unrouteAll();
  await page.route(list, (route) => route.fulfill({ json: { items: [], cursor: null } }));
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.getByText(empty).waitFor();
  await expectReadable(page);
}

/** Somebody whose role does not allow a page is told so, and whom to ask; nothing of the page is asked for. */
export async function expectRefused(
  open: ReturnType<typeof openSignedIn>,
  email: string,
  path: string,
  name: string,
): Promise<void> {
  const { page, addresses } = await open(email, path);
  await heading(page, `You don’t have access to ${name}`);
  await page.getByText('Ask an admin for access: Ada Admin').waitFor();
  const asked = addresses.filter((address) => address.includes('/v1/admin/'));
  expect(asked.filter((address) => !address.endsWith('/v1/admin/admins'))).toEqual([]);
}
