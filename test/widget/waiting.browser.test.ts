import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { closeServer, listen } from '../../src/local/listen.ts';
import { createHandler } from '../support/create-handler.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { slowestAnswerMs } from '../support/slow-answers.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, openTab, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

const minuteMs = 60_000;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;

/** A site of another origin than the gateway's, so that browsers ask before they send. */
const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><body style="height:3000px"><script src="${stack.url}/widget.js" data-tenant="acme" data-widget="acme-web" async></script>`,
  );
});
let origin: string;
let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  origin = await listen(site, 0);
  const start = startShop({
    startsOnOpen: true,
    background: false,
    queues: { nowMs },
    changeTenant: shownThere,
    createHandler: (env) => createHandler(env, { nowMs }),
  });
  [browser, stack] = await Promise.all([startBrowser(), start]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await closeServer(site);
});

/** Acme's widget on that site, with a question that is repeated after five minutes. */
function shownThere(folder: TenantFolder): TenantFolder {
  const widgets = folder.widgets.map((widget) => ({ ...widget, allowed_origins: [origin] }));
  const flows = folder.flows.map((flow) => {
    const { menu } = flow.steps;
    if (menu?.kind !== 'question') return flow;
    const reminding = { ...menu, remindAfterMinutes: 5, remindText: 'Are you still there?' };
    return { ...flow, steps: { ...flow.steps, menu: reminding } };
  });
  return { ...folder, widgets, flows };
}

/** What goes to the gateway since it was last asked for, what the browser asks before included. */
async function requestsOf(page: Page) {
  const seen: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/v1/')) seen.push(`${method} ${pathname.replace(/conversations\/[^/]*/, 'c')}`);
  });
  await session.send('Network.enable');
  return () => seen.splice(0);
}

const keptBy = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

/** A visitor's page at the site; its clock is the gateway's. */
async function visitSite(options: Parameters<typeof visit>[2] = {}) {
  const { page, context } = await visit(browser, 'about:blank', options);
  await page.clock.install({ time: nowMs() });
  const requests = await requestsOf(page);
  await page.goto(origin);
  const widget = widgetOf(page);
  await widget.launcher.waitFor();
  return { page, context, widget, requests };
}

/** Five minutes go by, here and there. The schedule's last minute lies before: it has handed out what is due by then. */
async function passFiveMinutes(page: Page): Promise<void> {
  await pass(page, 4.5 * minuteMs);
  await stack.tick();
  await stack.drain();
  await pass(page, 0.5 * minuteMs + 1_000);
  await stack.drain();
}

async function pass(page: Page, ms: number): Promise<void> {
  clock.aheadMs += ms;
  await page.clock.fastForward(ms);
}

const greeted = ['bot: Hello! This is Acme.', 'bot: What can we do for you?'];
const settings = 'GET /v1/webchat/settings';
const [preflight, message] = ['OPTIONS /v1/webchat/messages', 'POST /v1/webchat/messages'];
const look = 'GET /v1/webchat/c/messages';

describe('the requests of a widget', () => {
  // Of a request that is held, a browser asks before each time whether it may be made.
  it.skipIf(slowestAnswerMs > 0)(
    'are settings on a page, one at its opening, one at a message, none in an idle hour, and it stores nothing before',
    async () => {
      const { page, context, widget, requests } = await visitSite();
      expect(requests()).toEqual([settings]);
      expect(await keptBy(page)).toEqual([]);

      await widget.open();
      await eventually(widget.transcript).toEqual(greeted);
      expect(requests().sort()).toEqual([preflight, message]);
      await widget.choice('Opening hours').click();
      await widget.choice('Yes').waitFor();
      expect(requests()).toEqual([message]);

      await page.clock.fastForward(60 * minuteMs);
      await page.clock.runFor(1_000);
      expect(requests()).toEqual([]);

      // The next page shows at once what this one showed, and asks once for what came meanwhile.
      await page.reload();
      await eventually(widget.transcript).toHaveLength(5);
      await expect.poll(() => widget.dialog.isVisible()).toBe(true);
      await eventually(requests).toEqual([]);
      const other = await openTab(context, origin);
      await widgetOf(other.page).launcher.waitFor();
      await expect.poll(() => widgetOf(other.page).dialog.isVisible()).toBe(false);
    },
  );

  it('are a reminder when it is due, by at most two requests that wait for it', async () => {
    const { page, widget, requests } = await visitSite();
    await widget.open();
    await eventually(widget.transcript).toEqual(greeted);
    requests();
    await passFiveMinutes(page);
    await eventually(widget.transcript).toEqual([...greeted, 'bot: Are you still there?']);
    const sent = requests();
    // The browser's own question before the first, and the one that is held until the reminder comes.
    expect(sent.sort()).toEqual([look, 'OPTIONS /v1/webchat/c/messages']);
    await page.clock.fastForward(60 * minuteMs);
    await page.clock.runFor(1_000);
    expect(requests()).toEqual([]);
  });

  it('are none while the browser is offline', async () => {
    const { page, context, widget, requests } = await visitSite();
    await widget.open();
    await eventually(widget.transcript).toEqual(greeted);
    requests();
    await context.setOffline(true);
    await widget.say('hello');
    await eventually(() => widget.notice.textContent()).toContain('You’re offline.');
    await page.clock.runFor(minuteMs);
    expect(requests()).toEqual([]);
    await context.setOffline(false);
    await eventually(widget.transcript).toContain('user: hello');
    await eventually(() => widget.notice.textContent()).toBe('');
  });
});

describe('a conversation', () => {
  it('is left only after a question, is kept in a list, and found again there', async () => {
    const { page, widget } = await visitSite();
    await widget.open();
    await widget.choice('Opening hours').click();
    await widget.choice('Yes').waitFor();
    await (await widget.menuItem('New conversation')).click();
    await widget.root.getByRole('alertdialog').waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => widget.root.getByRole('alertdialog').count()).toBe(0);
    await expect.poll(() => widget.transcript()).toHaveLength(5);

    await (await widget.menuItem('New conversation')).click();
    await widget.root.getByRole('alertdialog').getByRole('button', { name: 'New conversation' }).click();
    await eventually(widget.transcript).toEqual(greeted);
    await (await widget.menuItem('Previous conversations')).click();
    const earlier = widget.root.getByRole('list', { name: 'Previous conversations' });
    await expect.poll(() => earlier.textContent()).toContain('Opening hours');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await earlier.getByRole('button').click();
    await eventually(widget.transcript).toHaveLength(5);
    await (await widget.menuItem('Previous conversations')).click();
    await expect.poll(() => earlier.getByRole('button').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.messagingWidget?.reset());
    await (await widget.menuItem('Sound')).waitFor();
    expect(await (await widget.menuItem('Previous conversations')).count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('hours');
  });

  it('announces new messages below, and the date and time above', async () => {
    const { page, widget } = await visitSite({ viewport: { width: 600, height: 440 } });
    await widget.open();
    await eventually(widget.transcript).toEqual(greeted);
    const greetedAtMs = nowMs();
    await widget.say('hello');
    await eventually(widget.transcript).toHaveLength(4);
    const scroll = widget.root.locator('.scroll');
    await scroll.evaluate((list) => list.scrollTo(0, 0));
    await passFiveMinutes(page);
    const below = widget.root.locator('.below');
    await below.waitFor();
    await expect.poll(() => below.textContent()).toBe('Unread messages: 1');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await below.click();
    await expect.poll(() => below.isVisible()).toBe(false);

    const time = widget.messages.first().locator('.when');
    await expect.poll(() => time.isVisible()).toBe(false);
    await scroll.evaluate((list) => list.scrollTo(0, 0));
    await widget.messages.first().hover();
    await expect.poll(() => time.textContent()).toMatch(/\d:\d\d/);
    await expect.poll(() => time.isVisible()).toBe(true);
    // Of the first, since midnight may have come in the minutes behind it.
    await page.clock.setSystemTime(greetedAtMs + 24 * 60 * minuteMs);
    await widget.say('hello tomorrow');
    await expect.poll(() => widget.root.locator('.day').first().textContent()).toBe('yesterday');
  });

  it('shows that an answer is coming as soon as a message is sent, and explains why it can’t be', async () => {
    const { page, widget } = await visitSite();
    await widget.open();
    await eventually(widget.transcript).toEqual(greeted);
    const answers: ((status: number, json: object) => Promise<void>)[] = [];
    await page.route('**/v1/webchat/messages', (route) => {
      answers.push((status, json) =>
        route.fulfill({ status, json, headers: { 'access-control-allow-origin': origin } }),
      );
    });
    const dots = await page.evaluate(async () => {
      const root = document.querySelector('messaging-widget')?.shadowRoot;
      window.messagingWidget?.send('hello');
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return root?.querySelector<HTMLElement>('.dots')?.hidden;
    });
    expect(dots).toBe(false);
    await eventually(() => answers.length).toBe(1);
    await answers[0]?.(500, { code: 'engine_failure', detail: 'The flow raised.' });
    await eventually(() => widget.notice.textContent()).toBe('Something went wrong on our end. Retrying…');
    await page.clock.runFor(2_000);
    await eventually(() => answers.length).toBe(2);
    await answers[1]?.(401, { code: 'invalid_visitor_token', detail: 'The token is not good.' });
    await widget.root.getByText('Not sent: please sign in again.').waitFor();
    await expect.poll(() => widget.notice.textContent()).toBe('');
  });
});

it('on a phone the page behind the chat does not scroll, and Back closes the chat', async () => {
  const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
  const { page, widget } = await visitSite(phone);
  const overflow = () => page.evaluate(() => document.documentElement.style.overflow);
  await widget.open();
  await eventually(widget.transcript).toEqual(greeted);
  expect(await overflow()).toBe('hidden');
  await page.goBack();
  await expect.poll(() => widget.dialog.isVisible()).toBe(false);
  expect([page.url(), await overflow()]).toEqual([`${origin}/`, '']);
  await widget.open();
  await widget.choice('Close chat').first().click();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  // What covers the page is not there again on the next one.
  await widget.open();
  await page.reload();
  await widget.launcher.waitFor();
  await expect.poll(() => widget.dialog.isVisible()).toBe(false);
});

it('suggested first messages are sent unchanged, once', async () => {
  const { page } = await visit(browser, 'about:blank');
  const looks = { starters: ['Track an order', 'Talk to a human'] };
  await page.route('**/v1/webchat/settings?*', (route) =>
    route.fulfill({ json: looks, headers: { 'access-control-allow-origin': origin } }),
  );
  await page.goto(origin);
  const widget = widgetOf(page);
  await widget.open();
  await widget.choice('Talk to a human').waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await widget.choice('Track an order').click();
  await eventually(widget.transcript).toEqual(['user: Track an order', ...greeted]);
});
