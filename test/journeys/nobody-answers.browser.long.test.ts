import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleWidget } from '../../bin/bundle-widget.ts';
import { releaseOf } from '../../bin/release-of.ts';
import { frontPages } from '../../src/local/pages/front-page.ts';
import { type Simulator, startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, visit, widgetOf } from '../support/start-shop.ts';

const clock = { aheadMs: 0 };
let browser: Browser;
let desk: Desk;
let simulator: Simulator;
beforeAll(async () => {
  const [widget, started] = await Promise.all([bundleWidget('iife'), startBrowser()]);
  browser = started;
  simulator = await startSimulator({ nowMs: () => Date.now() + clock.aheadMs });
  const pages = await frontPages({
    testPage: { js: '', css: '' },
    widget,
    release: releaseOf(widget.code),
    stack: () => desk.stack,
    rows: () => [],
    curl: () => '',
  });
  desk = await startDesk({ clock, pages, providerUrl: simulator.url });
  simulator.connect(desk.stack);
});
afterAll(async () => {
  await browser.close();
  await desk.stack.stop();
  await simulator.stop();
});

/** A visitor in a browser who has been greeted, and asks for a human by `word`. */
async function ask(word: string) {
  const { page } = await visit(browser, desk.stack.url, { viewport: { width: 460, height: 640 } });
  const widget = widgetOf(page);
  const before = desk.stack.bus.events.length;
  await widget.open();
  await widget.say('hello');
  await eventually(widget.transcript).toContain('bot: How can I help?');
  await widget.say(word);
  const id = () =>
    desk.stack.bus.events.slice(before).find(({ detail }) => detail.channel === 'webchat')?.detail
      .conversationId;
  await eventually(() => id() !== undefined).toBe(true);
  const last = async () => (await widget.transcript()).at(-1);
  const notice = () => widget.notice.textContent();
  return { page, widget, last, notice, conversationId: String(id()) };
}

/** What is shown can be read, in both looks. */
async function look({ page }: Awaited<ReturnType<typeof ask>>) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  }
}

it("without agents a visitor sees their place in the queue, and at the deadline the flow's message", async () => {
  const first = await ask('my order');
  await eventually(first.notice).toContain('number 1 in line');
  const second = await ask('my order');
  await eventually(second.notice).toContain('number 2 in line');
  await second.widget.say('Is anybody there?');
  await eventually(() => second.widget.root.getByText('Sending…').count()).toBe(0);
  await look(second);
  await desk.pass(121);
  await desk.pass(1);
  await eventually(second.last).toBe('bot: Nobody is there. Your e-mail?');
  await eventually(second.notice).toBe('');
  await second.widget.say('ada@shop.example');
  await eventually(second.last).toBe('bot: Noted ada@shop.example.');
  await look(second);
});

it('out of hours a visitor reads at once that it is closed, and the flow continues', async () => {
  const visitor = await ask('shop');
  await eventually(visitor.last).toBe('bot: How can I help?');
  expect(await visitor.widget.transcript()).toContain('bot: We are closed. Monday to Friday, nine to five.');
  await eventually(visitor.notice).toBe('');
  await look(visitor);
});

it('with the agent’s browser closed a visitor is offered to other agents, and sees that one is being found', async () => {
  const visitor = await ask('my order');
  await eventually(visitor.notice).toContain('in line');
  await desk.ports.presence.note('acme', maria.id, true);
  await desk.as(maria).take(visitor.conversationId);
  await eventually(visitor.notice).toBe('You’re chatting with \u2068Maria\u2069.');
  await visitor.widget.say('Are you still there?');
  await eventually(visitor.last).toBe('user: Are you still there?');
  await desk.pass(11);
  await eventually(visitor.notice).toContain('in line');
  await look(visitor);
});

it('with the center down a visitor reads that it takes longer, once, and continues when it is back', async () => {
  await simulator.center.setMood({ answers: true, fails: true });
  clock.aheadMs += 61_000;
  const visitor = await ask('my order');
  await desk.stack.drain();
  await eventually(visitor.notice).toContain('finding someone');
  await look(visitor);
  const delayed = 'bot: It takes us longer than usual to answer. What you write is kept.';
  for (let seconds = 0; seconds < 90; seconds += 10) {
    clock.aheadMs += 10_000;
    await desk.stack.drain();
  }
  await eventually(visitor.notice).toContain('This is taking longer than usual.');
  await eventually(visitor.last).toBe(delayed);
  await visitor.widget.say('I will wait.');
  await eventually(visitor.last).toBe('user: I will wait.');
  await look(visitor);
  expect((await visitor.widget.transcript()).filter((line) => line === delayed)).toHaveLength(1);
  await simulator.center.setMood({ fails: false });
  clock.aheadMs += 16 * 60_000;
  await desk.stack.drain();
  await desk.stack.drain();
  const { handoff } = await desk.find(visitor.conversationId);
  await simulator.center.act(String(handoff?.id), 'Zoe', { type: 'says', text: 'Here we are.' });
  await desk.stack.drain();
  await eventually(visitor.last).toBe('agent: Here we are.');
  await eventually(visitor.notice).toBe('You’re chatting with \u2068Zoe\u2069.');
  await look(visitor);
});
