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

const patience = { timeout: 10_000 };

/** The phone in somebody's hand who was never here before. */
async function openPhone(options: BrowserContextOptions = {}) {
  const { page, violations } = await visit(browser, `${simulated.stack.url}/simulator`, options);
  const transcript = page.getByRole('log');
  const before = await page.locator('#user option').count();
  await page.getByRole('button', { name: 'Somebody new' }).click();
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
  it('a person chats by clicks and sees every reply with its ticks', async () => {
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

it('a phone in the pocket shows two ticks, in the hand they turn blue', async () => {
  const { page, say, ticks } = await openPhone();
  await page.getByLabel('Where the phone is').selectOption('in-pocket');
  await say('hello');
  await expect.poll(ticks, patience).toEqual(['tick delivered', 'tick delivered']);
  await page.getByLabel('Where the phone is').selectOption('in-hand');
  await expect.poll(ticks, patience).toEqual(['tick read', 'tick read']);
});

it('a refused reply shows why', async () => {
  onTestFinished(() => simulated.simulator.setHostility({ closedWindows: 0 }));
  const { page, say, transcript, ticks } = await openPhone();
  await switchOf(page, '24 hours later').check();
  await say('hello');
  await expect.poll(ticks, patience).toEqual(['tick failed', 'tick failed']);
  expect(await transcript.locator('.reason').first().textContent()).toBe('(#131047) Re-engagement message');
});

it('every unkindness can be switched on, and off again', async () => {
  const { page } = await openPhone();
  const names = await page.getByRole('switch').count();
  expect(names).toBe(Object.keys(simulated.simulator.mood.hostility).length);
  const chances = () => Object.values(simulated.simulator.mood.hostility);
  for (let n = 0; n < names; n += 1) await page.getByRole('switch').nth(n).check();
  await expect.poll(() => chances().every((chance) => chance > 0)).toBe(true);
  for (let n = 0; n < names; n += 1) await page.getByRole('switch').nth(n).uncheck();
  await expect.poll(() => chances().every((chance) => chance === 0)).toBe(true);
});

it('a batch of several people and tenants is taken, and the person answered', async () => {
  onTestFinished(() => simulated.simulator.setHostility({ batches: 0 }));
  const { page, say, words } = await openPhone();
  await switchOf(page, 'Batches').check();
  await expect.poll(() => simulated.simulator.mood.hostility.batches).toBe(1);
  await say('hello');
  await expect.poll(words, patience).toContain('What can we do for you?');
  await page.getByLabel('On the wire').getByText('acme/whatsapp, globex/whatsapp').first().waitFor();
});

it('a picture, a place and a hologram can be sent, and a reply be reacted to, by keyboard', async () => {
  const { page, transcript, words } = await openPhone();
  const attach = page.getByRole('button', { name: 'Send something else' });
  for (const name of ['Picture', 'Place', 'Hologram (unknown)']) {
    await attach.press('Enter');
    await page.getByRole('button', { name, exact: true }).press('Enter');
    expect(await attach.evaluate((opener) => opener.matches(':focus'))).toBe(true);
  }
  await expect.poll(() => transcript.locator('.message.user').count(), patience).toBe(3);
  expect(await transcript.locator('.media').allTextContents()).toEqual([
    expect.stringContaining('My receipt'),
    expect.stringContaining('Eiffel Tower'),
  ]);
  expect(await words()).toContain('a hologram, which nobody knows yet');
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
  it('the page can be read by all, with its sheet open too', async () => {
    const { page, violations, say, choose, words } = await openPhone(options);
    await say('hello');
    await expect.poll(words, patience).toContain('What can we do for you?');
    expect(await readingProblemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send something else' }).click();
    await choose('☰ Menu');
    expect(await readingProblemsOf(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(violations).toEqual([]);
  });
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
  ])('%s with %s are refused', async (path, body) => {
    expect((await post(path, body)).status).toBe(400);
  });

  it('of another site, which can’t send JSON unasked, are refused', async () => {
    expect((await post('mood', '{"phone":"gone"}', 'text/plain')).status).toBe(400);
    expect(simulated.simulator.mood.phone).toBe('in-hand');
  });
});
