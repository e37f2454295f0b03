import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
import { connectTo, inspector, saved } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, openTab, shareAdmin } from '../support/start-admin.ts';
import { shopPages, widgetOf } from '../support/start-shop.ts';
import { expectReadable } from '../support/told-apart.ts';

/** What the flow looks orders up with. */
const shop = createServer((_, response) => {
  response.setHeader('content-type', 'application/json').end('{"status":"on its way"}');
});
const shopUrl = await listen(shop, 0);
afterAll(() => closeServer(shop));

const shared = shareAdmin({
  env: { ALLOWED_HTTP_ORIGINS: shopUrl },
  pages: await shopPages(() => shared.admin),
});
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const admin = 'admin@acme.example';

/** A picture of each scene of the film, where one is asked for. */
const scene = async (page: Page, name: string) => {
  const { FILM } = process.env;
  if (FILM)
    await page.screenshot({ path: `${FILM}/film-${name}.png`, animations: 'disabled', fullPage: true });
};
const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const showAll = (page: Page) => page.getByRole('button', { name: 'Fit to view' }).click();
/** Whether a step is on the part of the canvas that is seen; the glide there takes a moment. */
const isSeen = async (page: Page, id: string) => {
  const canvas = await page.getByRole('application').boundingBox();
  const step = await node(page, id).boundingBox();
  return canvas !== null && step !== null && step.x > canvas.x && step.y > canvas.y;
};
const choose = async (page: Page, id: string) => {
  await showAll(page);
  const title = inspector(page).getByRole('heading', { name: new RegExp(`\\b${id}$`) });
  // While the canvas glides there, a click can miss.
  await expect
    .poll(async () => {
      // At its head, which is not painted from afar.
      await node(page, id).click({ position: { x: 12, y: 4 } });
      return title.count();
    })
    .toBe(1);
};
const field = (page: Page, name: string) => inspector(page).getByRole('textbox', { name, exact: true });

it('greeting, question with choices, look-up, handoff and end are built from nothing, tested, published to some visitors, and met', async () => {
  const { page, complaints } = await open(admin, 'flows', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'New flow' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('orders');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Message welcome' }).waitFor();
  await node(page, 'ask').waitFor();
  await scene(page, '1-begins');

  await field(page, 'Text').fill('Hello! I find your parcels.');
  await choose(page, 'ask');
  await field(page, 'Question').fill('What is it about?');
  for (const [n, label] of ['Where is my order', 'Talk to somebody'].entries()) {
    await inspector(page).getByRole('button', { name: 'Add choice' }).click();
    await field(page, 'Label').nth(n).fill(label);
  }
  await page.getByRole('toolbar').getByRole('button', { name: 'HTTP request' }).click();
  await field(page, 'URL').fill(`${shopUrl}/order`);
  const taken = inspector(page).getByRole('group', { name: 'Save from response' });
  await taken.getByRole('button', { name: 'Add' }).click();
  await taken.getByLabel('Name in Save from response').fill('order');
  await taken.getByLabel('Name in Save from response').press('Enter');
  await taken.getByRole('textbox', { name: 'order', exact: true }).fill('response.body');
  await connectTo(inspector(page), 'Handoff', 'On error');
  await field(page, 'Reason').fill('Asked for somebody');
  await scene(page, '2-look-up');

  await choose(page, 'ask');
  const second = inspector(page).getByRole('group', { name: 'Choices' }).locator('.entry').nth(1);
  await connectTo(second, 'handoff', 'Next step');
  await choose(page, 'thanks');
  await field(page, 'Text').fill('Your order is {{ order.status }}.');
  await page.getByRole('button', { name: 'No problems' }).waitFor();
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await page.getByRole('button', { name: 'Undo: Tidy up' }).waitFor();
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await expectReadable(page);
  await saved(page);
  await scene(page, '3-whole');

  await page.getByRole('application').focus();
  await page.keyboard.press('Control+Enter');
  const chat = page.getByRole('log');
  await page.getByLabel('Type as the visitor').fill('hi');
  await page.keyboard.press('Enter');
  await chat.getByRole('button', { name: 'Where is my order' }).click();
  await page.getByLabel('Response (JSON)').fill('{"status": "shipped"}');
  await page.getByRole('button', { name: '200 OK' }).click();
  await chat.getByText('Your order is shipped.').waitFor();
  await showAll(page);
  await expect.poll(() => isSeen(page, 'welcome')).toBe(true);
  await scene(page, '4-tried');
  // What the chat has seen is what the text is shown with.
  await inspector(page).getByText('→ Your order is shipped.').waitFor();
  await page.getByRole('button', { name: 'Save as test…' }).click();
  await page.getByLabel('Test name').fill('An order that is shipped');
  await page.getByRole('button', { name: 'Save test' }).click();
  await page.getByText('✓ Passed').waitFor();
  await page.getByLabel('Show coverage on canvas').check();
  await page.locator('.edge-unwalked').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.edge-walked').count()).toBeGreaterThan(2);
  await expectReadable(page);
  await showAll(page);
  await expect.poll(() => isSeen(page, 'welcome')).toBe(true);
  await scene(page, '5-covered');

  await publish(page, 'The first of it', undefined);
  await page.getByText('v1 is live').waitFor();
  await page.keyboard.press('Escape');
  // Where no script goes: one that fails now would keep it from being published.
  await choose(page, 'handoff');
  await field(page, 'Message to visitor').fill('One moment, please.');
  await saved(page);
  await publish(page, 'A word before a human comes', '10');
  await page.getByText('v2 is live for 10% of new conversations').waitFor();
  await scene(page, '6-published');
  expect(complaints).toEqual([]);

  // A visitor whose widget has the flow meets one of the two, and the shop itself.
  const before = await callAs(page, 'GET', '/widgets/acme-web');
  const { widget: settings } = await before.json();
  const etag = before.headers.get('etag') ?? '';
  const put = await callAs(page, 'PUT', '/widgets/acme-web', { ...settings, flow: 'orders' }, etag);
  expect(put.status).toBe(200);
  const { version: live, canary } = (await (await callAs(page, 'GET', '/flows/orders')).json()).live;
  expect([live, canary]).toEqual([1, { version: 2, percent: 10 }]);
  const visitor = await openTab(shared.browser, { viewport: { width: 420, height: 720 } });
  await visitor.page.goto(`${shared.admin.url}/chat/acme/acme-web`);
  const widget = widgetOf(visitor.page);
  await widget.say('hi');
  await widget.choice('Where is my order').click();
  // A look-up is left to the queue, which has it again where a function was too slow to start.
  const heard = async () => {
    await shared.admin.drain();
    return widget.transcript();
  };
  await expect
    .poll(heard, { timeout: 90_000 })
    .toEqual([
      'user: hi',
      expect.stringMatching(/I find your parcels\.$/),
      'bot: What is it about?',
      'user: Where is my order',
      'bot: Your order is on its way.',
    ]);
  await scene(visitor.page, '7-met');
});

async function publish(page: Page, note: string, percent: string | undefined) {
  await saved(page);
  await page.getByRole('application').focus();
  await page.keyboard.press('Control+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish flow' });
  await dialog.getByText('No problems').waitFor();
  await dialog.getByLabel('What’s new').fill(note);
  if (percent) await dialog.getByText('Gradually').click();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
}
