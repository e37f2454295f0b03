import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
const userId = '4915100000077';

it('an agent of the simulated contact center takes, reads, answers with ticks, and closes', async () => {
  const { simulator, stack } = simulated;
  const { page, violations } = await visit(browser, `${stack.url}/desk`);
  const says = async (text: string) => {
    const { id, status } = await simulator.say('acme/whatsapp', userId, text);
    expect(status).toBe(200);
    return id;
  };
  await page.getByText('Nobody waits.').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  const answers = page.getByRole('switch', { name: 'Answers for the tenants with a contact center' });
  await Promise.all([page.waitForResponse('**/desk/mood'), answers.check()]);
  await expect.poll(() => answers.isChecked(), patience).toBe(true);
  // Whoever asks for a human goes to the center as soon as the functions have heard of it.
  await says('hello');
  await says('agent');
  const entries = page.getByRole('log');
  await expect
    .poll(async () => (await entries.locator('.entry').allTextContents()).at(-1), patience)
    .toContain('a colleague takes over');
  const asked = await says('Where is my parcel?');
  await entries.getByText('Where is my parcel?').waitFor(patience);
  // What an agent has before their eyes is read on the phone.
  await expect.poll(() => simulator.book.find(asked)?.tick, patience).toBe('read');
  await page.getByLabel('Message').fill('It is on its way.');
  await page.keyboard.press('Enter');
  const own = entries.locator('.entry.agent');
  await expect.poll(() => own.locator('.tick.read').count(), patience).toBe(1);
  expect(JSON.stringify(simulator.sent(userId).at(-1))).toContain('It is on its way.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 375, height: 740 });
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Accept' }).isDisabled(), patience).toBe(true);
  expect(violations).toEqual([]);
});
