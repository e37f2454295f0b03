import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, openSignedIn, pick, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);

/** Makes a flow of an example, as its page does. */
async function create(page: Page, example: string, id: string) {
  await page.goto(`${shared.admin.appUrl}t/acme/flows?new&from=example:${example}`);
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill(id);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Test' }).click();
}

const say = async (page: Page, text: string) => {
  await page.getByLabel('Type as the visitor').fill(text);
  await page.keyboard.press('Enter');
};

it('a draft is tested in a chat that the engine runs in the page: with mocked services, time, and the current step', async () => {
  const { page, complaints, addresses } = await open('editor@acme.example', '');
  await create(page, 'order', 'tried');
  const log = page.getByRole('log');
  await say(page, 'hi');
  await log.getByText('What is your order number? It has four digits.').waitFor();
  const before = addresses.length;
  await say(page, '1001');
  const asked = page.getByRole('group', { name: 'Response for “look_up”' });
  await asked.getByText('GET https://orders.example/orders/1001').waitFor();
  await expectReadable(page);
  await asked.getByLabel('Always use this response').check();
  await asked.getByRole('button', { name: '503' }).click();
  await log.getByText('Our warehouse gave an answer we don').waitFor();
  await log.getByRole('button', { name: 'Go to step broken' }).waitFor();
  await page.getByText('At step more').waitFor();
  await log.getByText('Details').last().click();
  await log.getByRole('row', { name: 'number "" "1001"' }).waitFor();
  await log.getByText('look_up.onError').waitFor();
  // The next time nobody is asked; the choice is pressed as a visitor would.
  await log.getByRole('button', { name: 'Yes' }).click();
  await say(page, '1002');
  await expect.poll(() => log.getByText('Our warehouse gave an answer').count()).toBe(2);
  expect(addresses.slice(before).filter((address) => /\/v1\/(?!auth\/)/.test(address))).toEqual([]);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Clear response for look_up' }).click();
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('Send a message to start').waitFor();
  await page.getByText('Start from a step').first().click();
  await pick(page, 'Step', 'shipped');
  await page.getByLabel('Variables (JSON)').fill('{"number": "7", "order": {"items": ["a"]}}');
  await page.getByRole('button', { name: 'Start from a step' }).click();
  await log.getByText('Order 7 is on its way: a.').waitFor();
  await page.getByText('Only chats from the start').waitFor();
  expect(await page.getByRole('radio', { name: 'Live' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('waits, reminders and timeouts happen as time passes, choices look as on the channel, and a chat becomes a test', async () => {
  const { page, complaints } = await open('editor@acme.example', '');
  await create(page, 'reminder', 'recorded');
  const log = page.getByRole('log');
  await page.getByText('All 3 tests pass').or(page.getByText('The test passes')).first().waitFor();
  await page
    .getByText(/\d+ of \d+ paths covered/)
    .first()
    .waitFor();
  await say(page, 'hi');
  await log.getByRole('button', { name: 'Yes' }).waitFor();
  await page.getByText('Test settings').click();
  await choose(page, 'Text only');
  await log.getByText('1. Yes').waitFor();
  await choose(page, 'WhatsApp');
  await log.getByRole('button', { name: 'Yes' }).waitFor();
  await page.getByRole('button', { name: '+24 h' }).click();
  await log.getByText('It is still in your cart. Shall we send it?').waitFor();
  await log.getByText('We keep it for you until tomorrow.').waitFor();
  await page.getByRole('button', { name: 'Save as test…' }).click();
  await page.getByLabel('Test name').fill('Silent for a day');
  await page.getByRole('button', { name: 'Save test' }).click();
  await page.getByText('Test “Silent for a day” saved').waitFor();
  const script = page.getByRole('group').filter({ hasText: 'Silent for a day' });
  await script.getByText('✓ Passed').waitFor();
  await page.getByText('Silent for a day', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Silent for a day' });
  await table.getByText('1440 min later').waitFor();
  await expectReadable(page);
  // Words that the flow does not say fail, and are accepted anew.
  const words = table.getByLabel('Expected').first();
  const said = await words.inputValue();
  await words.fill('Something else');
  await words.blur();
  await table.getByText('the flow said').waitFor();
  await page.getByText('1 of').first().waitFor();
  await expectReadable(page);
  await table.getByRole('button', { name: 'Update expected' }).click();
  await expect.poll(() => words.inputValue()).toBe(said);
  await script.getByText('✓ Passed').waitFor();
  expect(complaints).toEqual([]);
});

describe.each<[string, BrowserContextOptions]>([
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('the tests of a flow can be read', async () => {
    const { page } = await open('admin@acme.example', 'flows/support/tests', options);
    await page
      .getByText(/\d+ of \d+ paths covered/)
      .first()
      .waitFor();
    await choose(page, 'Live');
    await page.getByText('Live calls use your secrets').waitFor();
    await expectReadable(page);
    const script = page.locator('.script summary').first();
    if ((await script.count()) > 0) await script.click();
    await expectReadable(page);
  });
});
