import type { Locator, Page } from 'playwright-core';
import type { callAdminAs } from './start-admin.ts';

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

/** Saves, and gives what the service then has. @param callAs as `callAdminAs` makes it */
export async function draftOf(page: Page, flow: string, callAs: ReturnType<typeof callAdminAs>) {
  await page.keyboard.press('Control+s');
  await saved(page);
  const answer = await callAs(page, 'GET', `/flows/${flow}/draft`);
  const { definition, layout, conversations } = await answer.json();
  return { definition, layout, conversations };
}

/** Picks something of a list that is open. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** Leads a connection to a step, or to a new one of a type, by typing a part of its name. */
export async function connectTo(place: Locator, step: string, label = 'Next'): Promise<void> {
  await place.getByRole('combobox', { name: label }).fill(step);
  await place.page().getByRole('option', { name: step }).first().click();
}
