import type { BrowserContextOptions, Page } from 'playwright-core';
import { fakeReports } from './fake-reports.ts';
import { giveSession, openTab, type shareAdmin, type Tab } from './start-admin.ts';

/** Opens a page of the console with some hundred conversations behind it. */
export async function openReports(
  shared: ReturnType<typeof shareAdmin>,
  who: string,
  path: string,
  options: BrowserContextOptions & { readonly isEmpty?: boolean } = {},
): Promise<Tab & { readonly asked: readonly URLSearchParams[] }> {
  const { isEmpty = false, ...rest } = options;
  const tab = await openTab(shared.browser, rest);
  const asked = await fakeReports(tab.page, { isEmpty });
  await giveSession(tab.page, shared.admin, `${who}@acme.example`);
  await tab.page.goto(`${shared.admin.appUrl}t/acme/${path}`);
  await tab.page.getByRole('navigation').first().waitFor();
  return { ...tab, asked };
}

/** A part of a report, by its title. */
export const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
