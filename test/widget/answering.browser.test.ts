import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PollResponse } from '../../src/contract/poll.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop()]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const team = { show_team: true, team: ['ML', 'EE', 'ZY'], reply_seconds: 290 };
const always = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    ['00:00-23:59'],
  ]),
);

type Handoff = NonNullable<PollResponse['handoff']>;

/** A visitor of a gateway with these settings, whose conversation an agent has or is to have. */
async function visitWith(
  settings: object,
  handoff: Partial<Handoff> | null = null,
  { query = '', ...options }: { query?: string } & Parameters<typeof visit>[2] = {},
) {
  const { page, violations } = await visit(browser, 'about:blank', options);
  const current = { handoff };
  await page.route('**/v1/webchat/settings?*', (route) => route.fulfill({ json: settings }));
  const timestamp = new Date().toISOString();
  const log = () => {
    const { agent } = current.handoff ?? {};
    return [
      { id: '1', seq: 1, author: 'user', text: 'hello', timestamp },
      { id: '2', seq: 2, author: 'bot', text: 'Somebody will help you.', timestamp },
      ...(agent ? [{ id: '3', seq: 3, author: 'agent', agent, text: 'I am here.', timestamp }] : []),
    ];
  };
  const status = handoff ? 'handoff' : 'active';
  const common = { conversationId: 'c', status, next: 'now' };
  await page.route('**/v1/webchat/messages', (route) => route.fulfill({ json: { ...common, replies: [] } }));
  await page.route('**/v1/webchat/conversations/c/messages*', (route) => {
    const after = Number(route.request().headers()['x-after'] ?? 0);
    const messages = log().filter(({ seq }) => seq > after);
    const tag = JSON.stringify(current.handoff);
    const told = current.handoff && {
      ...{ id: 'h', state: 'waiting', position: null, agent: null, typing: false, tag },
      ...current.handoff,
    };
    return route.fulfill({
      json: { ...common, messages, after: String(log().length), handoff: told },
      headers: { 'retry-after': '1' },
    });
  });
  await page.goto(`${stack.url}/${query}`);
  const widget = widgetOf(page);
  await widget.open();
  if (handoff) await widget.say('hello');
  return { page, widget, current, violations };
}

const faces = (page: Page, name = 'Our team') => page.getByRole('img', { name });

describe('the header', () => {
  it('shows the team, that it is there, and how soon it usually replies', async () => {
    const { page, widget, violations } = await visitWith({ ...team, opening_hours: always });
    await expect.poll(() => faces(page).textContent()).toBe('MLEEZY');
    await expect
      .poll(() => widget.root.locator('.hours').textContent())
      .toMatch(/^(We’re open|Open until).*Usually replies in 5 minutes\.$/);
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('says when the team is back, and then no reply time', async () => {
    const day = new Date(Date.now() + 24 * 60 * 60_000).toLocaleDateString('en', { weekday: 'long' });
    const hours = { [day.toLowerCase()]: ['09:00-10:00'] };
    const { widget } = await visitWith({ ...team, opening_hours: hours });
    await expect
      .poll(() => widget.root.locator('.hours').textContent())
      .toBe('We’re back tomorrow at 9:00 AM.');
  });

  it('shows the bot where no team is to be shown, or nothing is known of it', async () => {
    const { page, widget } = await visitWith({ title: 'Acme', reply_seconds: 290 });
    await expect.poll(() => widget.root.locator('.avatar').textContent()).toBe('A');
    expect(await faces(page).count()).toBe(0);
    expect(await widget.root.locator('.hours').count()).toBe(0);
  });
});

describe('a visitor who waits', () => {
  it('sees their place in the queue and the usual wait in a card, then the agent', async () => {
    const { page, widget, current } = await visitWith(team, { position: 3 });
    await eventually(() => widget.notice.textContent()).toBe('You’re number 3 in line.Usual wait: 5 minutes');
    expect(await widget.notice.getAttribute('data-place')).toBe('3');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    current.handoff = { state: 'with_agent', agent: { name: 'Maria Lopez' } };
    await eventually(() => faces(page, 'Maria Lopez').textContent()).toBe('ML');
    await expect.poll(() => widget.root.locator('.hours').textContent()).toBe('Maria Lopez');
    const last = widget.messages.last();
    await eventually(() => last.locator('.who').textContent()).toBe('Maria Lopez: ');
    expect(await last.locator('.face').textContent()).toBe('ML');
    expect(await widget.messages.nth(1).locator('.who').textContent()).toBe('Assistant: ');
    expect(await widget.notice.textContent()).toBe('You’re chatting with \u2068Maria Lopez\u2069.');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  });

  it.each([
    ['an emoji', '👩‍💻 Ada 🎉🎉'],
    ['sixty letters', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter'],
    ['a name from right to left', 'محمد عبد الرحمن'],
  ])('of an agent whose name is %s the window keeps its shape', async (_title, name) => {
    const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
    const { page, widget } = await visitWith(team, { state: 'with_agent', agent: { name } }, phone);
    await eventually(() => widget.messages.last().locator('.who').textContent()).toContain(name);
    const wide = await widget.dialog.evaluate((dialog) => {
      const most = dialog.getBoundingClientRect().right + 0.5;
      return [...dialog.querySelectorAll('header *, .list *, .notice *')]
        .filter((element) => !element.closest('.unseen, .notice, .who, .hours.one'))
        .filter((element) => element.getBoundingClientRect().right > most)
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    const [menu, header] = [
      await widget.root.locator('[aria-haspopup=menu]').boundingBox(),
      await widget.root.locator('header').boundingBox(),
    ];
    expect((menu?.x ?? 999) + (menu?.width ?? 0)).toBeLessThanOrEqual(375);
    expect(header?.height).toBeLessThan(90);
  });
});

it('a visitor who waits reads everything in their language', async () => {
  const { page, widget } = await visitWith(team, { position: 2 }, { query: '?lang=ar' });
  await eventually(() => widget.root.locator('.wait').textContent()).toContain('وقت الانتظار المعتاد');
  await expect.poll(() => widget.root.locator('.hours').textContent()).toContain('نرد عادةً');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
});

it('the time of a message overlaps nothing of a long one, on a narrow phone', async () => {
  const narrow = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };
  const { widget } = await visitWith(team, null, { ...narrow });
  const long = 'A long message that takes more than one line of a narrow window, to its very end';
  await widget.say(long);
  await widget.say('And another one');
  const first = widget.messages.first();
  await first.locator('.when').waitFor({ state: 'attached' });
  const { bubble, time } = await first.evaluate((message) => {
    const box = (name: string) => message.querySelector(name)?.getBoundingClientRect().toJSON();
    return { bubble: box('.bubble'), time: box('time') };
  });
  expect(time.right).toBeLessThanOrEqual(bubble.left);
});
