import type { Page } from 'playwright-core';

/** The form of what is chosen. */
export const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' });
/** A row of the list. */
export const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name }).first();
/** Waits until the service has the flow as it is. */
export const saved = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/^Saved \d/)
    .waitFor();
/** Where a flow is edited as a list. */
export const listOf = (flow: string) => `flows/${flow}/edit?view=list`;

/** A flow of its own for a test, opened in the editor. */
export async function makeFlow(page: Page, appUrl: string, id: string): Promise<void> {
  await page.goto(`${appUrl}t/acme/flows?new`);
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill(id);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('complementary', { name: 'Inspector' }).waitFor();
  await page.goto(`${appUrl}t/acme/${listOf(id)}`);
  await page.getByRole('treegrid').waitFor();
}
