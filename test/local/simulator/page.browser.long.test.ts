import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readingProblemsOf } from '../../support/reading-problems.ts';
import { startBrowser } from '../../support/start-browser.ts';
import { visit } from '../../support/start-shop.ts';
import { type Simulated, startSimulated } from '../../support/start-simulated.ts';

let browser: Browser;
let simulated: Simulated;
beforeAll(async () => {
  [browser, simulated] = await Promise.all([startBrowser(), startSimulated()]);
});
afterAll(async () => {
  await browser.close();
  await simulated.stop();
});

const patience = { timeout: 40_000 };

/** The phone in somebody's hand who was never here before. */
async function openPhone(options: BrowserContextOptions = {}) {
  const { page, violations } = await visit(browser, `${simulated.stack.url}/simulator`, options);
  const transcript = page.getByRole('log');
  await expect.poll(() => page.locator('#user option').count()).toBeGreaterThan(0);
  const before = await page.locator('#user option').count();
  await page.getByRole('button', { name: 'New contact' }).click();
  await expect.poll(() => page.locator('#user option').count()).toBe(before + 1);
  return {
    page,
    violations,
    transcript,
    say: async (text: string) => {
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.keyboard.press('Enter');
    },
    choose: (name: string) => page.getByRole('button', { name, exact: true }).last().click(),
    /** Texts of the messages, in order. */
    words: () => transcript.locator('.words, .note').allTextContents(),
    ticks: () =>
      transcript
        .locator('.message.business .tick')
        .evaluateAll((all) => all.map(({ className }) => className)),
  };
}

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name });

describe.each([
  ['WhatsApp Cloud API', true],
  ['360dialog', true],
  ['Contact center', false],
])('through %s', (channel, hasList) => {
  it('a user chats by clicks and sees every reply with its ticks', async () => {
    const { page, violations, say, choose, words, ticks } = await openPhone();
    await page.getByRole('radio', { name: `${channel} Acme` }).check();
    await say('hello');
    await expect.poll(words, patience).toEqual(['hello', 'Hello! This is Acme.', 'What can we do for you?']);
    if (hasList) await choose('☰ Menu');
    await choose('Track an order');
    await expect.poll(async () => (await words()).at(-1), patience).toContain('order number');
    await say('1001');
    await expect.poll(async () => (await words()).at(-1), patience).toBe('Anything else?');
    await choose('No');
    await expect
      .poll(words, patience)
      .toEqual([
        'hello',
        'Hello! This is Acme.',
        'What can we do for you?',
        'Track an order',
        'What is your order number? It has four digits, try 1001.',
        '1001',
        'Order 1001 is shipped; it arrives tomorrow.',
        'Anything else?',
        'No',
        'Thank you, and goodbye!',
      ]);
    await expect.poll(async () => new Set(await ticks()), patience).toEqual(new Set(['tick read']));
    expect(violations).toEqual([]);
  });
});

it('a user edits and deletes a message, adds a reaction and removes it, and presses an old button', async () => {
  const { page, say, choose, words } = await openPhone();
  const { book } = simulated.simulator;
  const wire = () =>
    book
      .lines()
      .map(({ details }) => details.request)
      .join();
  await page.getByRole('radio', { name: 'WhatsApp Cloud API Acme' }).check();
  await say('hello');
  await expect.poll(async () => (await words()).at(-1), patience).toBe('What can we do for you?');
  await page.getByRole('button', { name: 'Edit: hello' }).click();
  await page.getByLabel('Message', { exact: true }).fill('good morning');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await words())[0], patience).toBe('good morning');
  const changes = () => page.getByRole('log').locator('.changed').allTextContents();
  await expect.poll(changes, patience).toEqual(['edited']);
  await page.getByRole('button', { name: /^React with a heart: Hello/ }).click();
  const hearts = page.getByRole('log').locator('.emoji');
  await expect.poll(() => hearts.allTextContents(), patience).toEqual(['❤']);
  await page.getByRole('button', { name: /^Remove the reaction/ }).click();
  await expect.poll(() => hearts.count(), patience).toBe(0);
  await page.getByRole('button', { name: 'Delete: good morning' }).click();
  await expect.poll(changes, patience).toEqual(['deleted']);
  await expect.poll(wire, patience).toContain('"type": "revoke"');
  for (const told of ['"type": "edit"', '"type": "reaction"']) expect(wire()).toContain(told);
  await choose('☰ Menu');
  await choose('Opening hours');
  await expect.poll(async () => (await words()).at(-1), patience).toBe('Anything else?');
  // A press of the old list within three seconds would be a second tap, which nobody answers.
  const askedAtMs = Date.now();
  await expect.poll(() => Date.now() - askedAtMs, patience).toBeGreaterThan(3_500);
  await choose('☰ Menu');
  await choose('Track an order');
  await expect
    .poll(async () => (await words()).slice(-2), patience)
    .toEqual(['Track an order', 'Anything else?']);
});

it('an unread message shows two ticks, a read one blue ones', async () => {
  const { page, say, ticks } = await openPhone();
  await page.getByLabel('Phone state').selectOption('in-pocket');
  await say('hello');
  await expect.poll(ticks, patience).toEqual(['tick delivered', 'tick delivered']);
  await page.getByLabel('Phone state').selectOption('in-hand');
  await expect.poll(ticks, patience).toEqual(['tick read', 'tick read']);
});

it('a rejected reply shows why', async () => {
  onTestFinished(() => simulated.simulator.setHostility({ closedWindows: 0 }));
  const { page, say, transcript, ticks } = await openPhone();
  await switchOf(page, '24 hours later').check();
  await say('hello');
  await expect.poll(ticks, patience).toEqual(['tick failed', 'tick failed']);
  await expect
    .poll(() => transcript.locator('.reason').first().textContent())
    .toBe('(#131047) Re-engagement message');
});

it('every failure mode can be switched on, and off again', async () => {
  const { page } = await openPhone();
  const names = await page.getByRole('switch').count();
  expect(names).toBe(Object.keys(simulated.simulator.mood.hostility).length);
  const chances = () => Object.values(simulated.simulator.mood.hostility);
  for (let n = 0; n < names; n += 1) await page.getByRole('switch').nth(n).check();
  await expect.poll(() => chances().every((chance) => chance > 0)).toBe(true);
  for (let n = 0; n < names; n += 1) await page.getByRole('switch').nth(n).uncheck();
  await expect.poll(() => chances().every((chance) => chance === 0)).toBe(true);
});

it('a batch of several users and tenants is accepted, and the user answered', async () => {
  onTestFinished(() => simulated.simulator.setHostility({ batches: 0 }));
  const { page, say, words } = await openPhone();
  await switchOf(page, 'Batches').check();
  await expect.poll(() => simulated.simulator.mood.hostility.batches).toBe(1);
  await say('hello');
  await expect.poll(words, patience).toContain('What can we do for you?');
  await page.getByLabel('Requests').getByText('acme/whatsapp, globex/whatsapp').first().waitFor();
});

it('a picture, a location and an unknown type can be sent, and a reply be reacted to, by keyboard', async () => {
  const { page, transcript, words } = await openPhone();
  const attach = page.getByRole('button', { name: 'Send something else' });
  for (const name of ['Picture', 'Place', 'Hologram (unknown)']) {
    await attach.press('Enter');
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await expect.poll(() => attach.evaluate((opener) => opener.matches(':focus'))).toBe(true);
  }
  await expect.poll(() => transcript.locator('.message.user').count(), patience).toBe(3);
  await expect
    .poll(() => transcript.locator('.media').allTextContents())
    .toEqual([expect.stringContaining('My receipt'), expect.stringContaining('Eiffel Tower')]);
  await expect.poll(() => words()).toContain('a hologram, which nobody knows yet');
  await page
    .getByRole('button', { name: /React with a heart/ })
    .first()
    .press('Enter');
  await transcript.locator('.emoji').getByText('❤').waitFor();
  await expect.poll(() => transcript.locator('.message.user .tick.delivered').count(), patience).toBe(3);
});

describe.each<[string, BrowserContextOptions]>([
  ['in light', { colorScheme: 'light' }],
  ['in dark', { colorScheme: 'dark' }],
  ['on a small screen', { viewport: { width: 360, height: 740 } }],
])('%s', (_, options) => {
  it('the page passes axe, with its sheet open too', async () => {
    const { page, violations, say, choose, ticks } = await openPhone(options);
    await say('hello');
    // Nothing on the page may change while it is looked at.
    await expect.poll(ticks, patience).toEqual(['tick read', 'tick read']);
    await simulated.simulator.settled();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send something else' }).click();
    await choose('☰ Menu');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(violations).toEqual([]);
  });
});

describe('a line of the requests', () => {
  const openLine = async (page: Page, text: string) => {
    const line = page.getByLabel('Requests').locator('details').filter({ hasText: text }).first();
    await line.locator('summary').click();
    return line;
  };

  it("opens to the request, the answer, and the gateway's trace of the message", async () => {
    const { page, violations, say, ticks } = await openPhone();
    await say('hello');
    await expect.poll(ticks, patience).toEqual(['tick read', 'tick read']);
    await simulated.simulator.settled();
    const sent = await openLine(page, 'send: message taken');
    await expect.poll(() => sent.locator('pre').allTextContents()).toHaveLength(2);
    const [request, answer] = await sent.locator('pre').allTextContents();
    expect(JSON.parse(request ?? '')).toMatchObject({ messaging_product: 'whatsapp' });
    expect(JSON.parse(answer ?? '')).toMatchObject({ messages: [{ id: expect.stringMatching(/^wamid/) }] });
    await sent.getByRole('button', { name: 'Why?' }).first().click();
    await sent
      .locator('.why li')
      .getByText(/^read \(wamid/)
      .waitFor();
    const received = await openLine(page, 'webhook: message text');
    await received.getByRole('button', { name: 'Why?' }).click();
    await received
      .locator('.why li')
      .getByText(/flow support version 1/)
      .waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('of a reply that can’t be sent says why it waits', async () => {
    const { page, say } = await openPhone();
    onTestFinished(() => simulated.simulator.setHostility({ pairLimits: 0 }));
    await switchOf(page, 'Pair rate limit').check();
    await expect.poll(() => simulated.simulator.mood.hostility.pairLimits).toBe(1);
    await say('hello');
    const refused = await openLine(page, 'pair rate limit hit');
    await refused.getByRole('button', { name: 'Why?' }).click();
    await refused.getByText(/not sent yet: pair_limit, tried/).waitFor();
  });
});

it('a reply that is accepted and fails later shows the provider’s reason', async () => {
  onTestFinished(() => simulated.simulator.setHostility({ lateRefusals: 0 }));
  const { page, say, transcript, ticks } = await openPhone();
  await switchOf(page, 'Failed later').check();
  await expect.poll(() => simulated.simulator.mood.hostility.lateRefusals).toBe(1);
  await say('hello');
  await expect.poll(ticks, patience).toEqual(['tick failed', 'tick failed']);
  await expect
    .poll(() => transcript.locator('.reason').first().textContent())
    .toBe('131047 Re-engagement message');
});

describe('the page’s requests', () => {
  const post = (path: string, body: string, type = 'application/json') =>
    fetch(`${simulated.stack.url}/simulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });

  it.each([
    ['say', '{"account":"acme/pigeon","userId":"1","message":{"type":"text","text":"coo"}}'],
    ['say', '{"account":"acme/whatsapp","userId":"1","message":{"type":"dance"}}'],
    ['users', '{}'],
    ['mood', '{"hostility":{"duplicates":2}}'],
    ['mood', '{"phone":"in-orbit"}'],
    ['mood', 'no json'],
    ['why', '{"account":"acme/whatsapp"}'],
  ])('%s with %s are refused', async (path, body) => {
    expect((await post(path, body)).status).toBe(400);
  });

  it('of another site, which can’t send JSON unasked, are refused', async () => {
    expect((await post('mood', '{"phone":"gone"}', 'text/plain')).status).toBe(400);
    expect(simulated.simulator.mood.phone).toBe('in-hand');
  });
});
