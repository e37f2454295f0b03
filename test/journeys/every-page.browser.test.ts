import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { heading, inAccountMenu, openTab, shareAdmin, signIn } from '../support/start-admin.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import { startSimulated } from '../support/start-simulated.ts';

/** One way through every page, for `npm test`; what else holds of each is in the browser tests of its own. */
const shared = shareAdmin();

describe('the console', () => {
  let conversationId: string;
  beforeAll(async () => {
    const message = {
      tenantId: 'acme',
      channel: 'webchat',
      conversationId: null,
      from: { id: randomUUID() },
    };
    const body = { ...message, content: { text: 'hello' } };
    ({ conversationId } = await (await shared.admin.post('/v1/webchat/messages', body)).json());
  });

  it('is signed in to, shows each of its pages, and is signed out of', async () => {
    const { page, complaints } = await openTab(shared.browser);
    const to = (path: string) => page.goto(`${shared.admin.appUrl}t/acme/${path}`);
    const area = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await page.goto(shared.admin.appUrl);
    await signIn(page, 'operator@platform.example');
    await heading(page, 'Welcome, Otto Operator');

    await area('Flows');
    await heading(page, 'Flows');
    await page.getByRole('link', { name: 'Acme support' }).click();
    await heading(page, 'Acme support');
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('table', { name: 'Versions' }).waitFor();

    await area('Widgets');
    await heading(page, 'Widgets');
    await page.getByRole('link', { name: 'Acme support' }).click();
    await heading(page, 'Acme support');

    await area('Channels');
    await heading(page, 'Channels');
    await page.getByRole('link', { name: 'whatsapp', exact: true }).click();
    await heading(page, 'WhatsApp');

    await area('Users');
    await heading(page, 'Users');
    await page.getByRole('row', { name: /editor@acme\.example/ }).waitFor();

    await to(`conversations/${conversationId}`);
    await expect.poll(() => page.url()).toContain(`/conversations/${conversationId}`);
    await page.locator('.thread').getByText('Hello! This is Acme.').waitFor();

    await area('Audit log');
    await heading(page, 'Audit log');
    await area('Tenants');
    await heading(page, 'Tenants');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);

    await inAccountMenu(page, 'Sign out');
    await page.getByRole('button', { name: 'Continue', exact: true }).waitFor();
  });
});

it('the shop: a visitor holds a conversation in the widget', async () => {
  const stack = await startShop();
  const { page, violations } = await visit(shared.browser, stack.url);
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('hello');
  await widget.choice('Track an order').click();
  await widget.say('1001');
  await eventually(widget.transcript).toContain('bot: Order 1001 is shipped; it arrives tomorrow.');
  expect(violations).toEqual([]);
  await stack.stop();
});

it('the simulator: a user chats through WhatsApp', async () => {
  const { stack, stop } = await startSimulated();
  const { page, violations } = await visit(shared.browser, 'about:blank');
  // Whoever is quicker than the simulator still says it as somebody new.
  const said = Promise.withResolvers<void>();
  for (const answer of ['events', 'users'])
    await page.route(`**/simulator/${answer}`, async (route) => {
      await said.promise;
      await route.continue();
    });
  await page.goto(`${stack.url}/simulator`);
  await page.getByRole('button', { name: 'New contact' }).click();
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('hello');
  await page.keyboard.press('Enter');
  await eventually(() => message.inputValue()).toBe('');
  said.resolve();
  const words = page.getByRole('log').locator('.words');
  await eventually(() => words.allTextContents()).toEqual([
    'hello',
    'Hello! This is Acme.',
    'What can we do for you?',
  ]);
  await page.route('**/simulator/say', (route) => route.abort(), { times: 1 });
  await message.fill('hours');
  await page.keyboard.press('Enter');
  await page.getByText('The simulator did not take this. Is it still running?').waitFor();
  expect(await message.inputValue()).toBe('hours');
  expect(violations).toEqual([]);
  await stop();
});
