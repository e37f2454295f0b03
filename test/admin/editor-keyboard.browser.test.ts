import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspector, saved } from '../support/edit-flow.ts';
import { heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { shopPages, visit, widgetOf } from '../support/start-shop.ts';

const shared = shareAdmin({ pages: await shopPages(() => shared.admin) });
const open = openSignedIn(shared);

/** What has the focus, by what it is called and what it holds. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    for (let within = at?.shadowRoot?.activeElement; within; within = at?.shadowRoot?.activeElement)
      at = within;
    const labels =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])] : [];
    const names = [
      at?.getAttribute('aria-label'),
      ...labels.map(({ textContent }) => textContent),
      at?.textContent,
    ];
    return names.filter(Boolean).join(' ');
  });

/** Presses Tab until what is wanted has the focus. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const met: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    const name = await focused(page);
    if (wanted.test(name)) return;
    met.push(name.slice(0, 40));
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${wanted}: ${met.join(' | ')}`);
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Leaves the form for the list; the first Escape may close what a field offers. */
async function leaveForm(page: Page): Promise<void> {
  const isInList = () => page.evaluate(() => document.activeElement?.matches('.tree-row') === true);
  for (let n = 0; n < 3 && !(await isInList()); n += 1) await page.keyboard.press('Escape');
  expect(await isInList()).toBe(true);
}

/** Walks down the list to a row. */
const downTo = (page: Page, wanted: RegExp) => tabTo(page, wanted, 'ArrowDown');

it('greeting, question, look-up, handoff and end are built, tested, published and met with the keyboard alone', async () => {
  const { page } = await open('admin@acme.example', 'flows', { viewport: { width: 1440, height: 900 } });
  await heading(page, 'Flows');
  await tabTo(page, /^New flow/);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'New flow' }).waitFor();
  await tabTo(page, /^Name/);
  await page.keyboard.type('By keys');
  await tabTo(page, /^Create$/);
  await press(page, 'Enter');

  await expect.poll(() => focused(page)).toMatch(/^Text/);
  await press(page, 'Control+a');
  await page.keyboard.type('Hello! I find your parcels.');
  await press(page, 'Alt+2');
  await page.getByRole('treegrid').waitFor();
  await tabTo(page, /welcome.*Hello! I find/, 'Shift+Tab');
  await downTo(page, /^.?Question ?ask/);
  await press(page, 'Enter', 'Tab');
  await tabTo(page, /^Question/);
  await press(page, 'Control+a');
  await page.keyboard.type('Which order is it about?');
  await leaveForm(page);
  await downTo(page, /^(Answered|Next|Any other answer)/);
  await press(page, 'a');
  await page.keyboard.type('HTTP');
  await press(page, 'Enter');
  await inspector(page).locator(':focus').first().waitFor();
  await tabTo(page, /^URL/);
  await press(page, 'Control+a');
  await page.keyboard.type('https://shop.example/order');
  await leaveForm(page);
  await downTo(page, /^On error/);
  await press(page, 'a');
  await page.keyboard.type('Handoff');
  await press(page, 'Enter');
  await inspector(page).locator(':focus').first().waitFor();
  await tabTo(page, /^Reason/);
  await page.keyboard.type('Asked for somebody');
  await page.getByRole('button', { name: 'No problems' }).waitFor();
  await press(page, 'Control+s');
  await saved(page);

  await press(page, 'Control+Enter');
  await page.getByLabel('Type as the visitor').waitFor();
  await tabTo(page, /^Type as the visitor/);
  await page.keyboard.type('hi');
  await press(page, 'Enter');
  await page.getByRole('log').getByText('Which order is it about?').waitFor();
  await press(page, 'Control+Enter');

  await press(page, 'Control+Shift+Enter');
  const publish = page.getByRole('dialog', { name: 'Publish flow' });
  await publish.getByText('No problems').waitFor();
  await tabTo(page, /^Publish$/);
  await press(page, 'Enter');
  await page.getByText('v1 is live').waitFor();
  await tabTo(page, /^Add to a widget/);
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'New widget' }).waitFor();
  await tabTo(page, /^Name/);
  await page.keyboard.type('keyed');
  await tabTo(page, /^Your site/);
  await page.keyboard.type(shared.admin.url);
  await tabTo(page, /^Create$/);
  await press(page, 'Enter');
  await page.getByText('Embed code of keyed').waitFor();

  const { page: site } = await visit(shared.browser, `${shared.admin.url}/chat/acme/keyed`);
  const widget = widgetOf(site);
  const isInField = () => widget.input.evaluate((field) => field.matches(':focus'));
  await widget.input.waitFor();
  // The chat may move the focus into its field by itself.
  await expect
    .poll(async () => {
      if (!(await isInField())) await site.keyboard.press('Tab');
      return isInField();
    })
    .toBe(true);
  await site.keyboard.type('hi');
  await press(site, 'Enter');
  await widget.root.getByText('Which order is it about?').waitFor();
});
