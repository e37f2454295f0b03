import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, openTab, startShop, visit, widgetOf } from '../support/start-shop.ts';
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

const isPost = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/v1/webchat/messages');
const isLongPoll = (request: Request) =>
  request.method() === 'GET' &&
  request.url().includes('/conversations/') &&
  !request.url().includes('wait=0');

/** Key and body of every attempt to send. */
function attemptsIn(context: BrowserContext): string[] {
  const attempts: string[] = [];
  context.on('request', (request) => {
    if (isPost(request)) attempts.push(`${request.headers()['idempotency-key']} ${request.postData()}`);
  });
  return attempts;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'widget-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('a server that is stopped and restarted', () => {
  it('gets the messages of the meantime, once, and the conversation continues', async () => {
    const dataDir = await newFolder();
    const first = await startShop({ dataDir });
    const { context, page } = await visit(browser, first.url);
    const attempts = attemptsIn(context);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.choice('Track an order').waitFor();
    await first.stop();
    await widget.say('order');
    await widget.say('1001');
    await eventually(() => widget.notice.textContent()).toBe('No connection. Retrying…');
    await expect.poll(() => widget.root.locator('.sending').count()).toBe(2);
    await page.close();

    const second = await startShop({ dataDir, port: Number(new URL(first.url).port) });
    onTestFinished(() => second.stop());
    const again = await openTab(context, second.url);
    const after = widgetOf(again.page);
    await after.open();
    await eventually(after.transcript).toEqual([
      'user: hello',
      'bot: Hello! This is Acme.',
      'bot: What can we do for you?',
      'user: order',
      'bot: What is your order number? It has four digits, try 1001.',
      'user: 1001',
      'bot: Order 1001 is shipped; it arrives tomorrow.',
      'bot: Anything else?',
    ]);
    await expect.poll(() => after.notice.textContent()).toBe('');
    expect(new Set(attempts.filter((attempt) => attempt.includes('"order"'))).size).toBe(1);
  });

  it('is found again by an open page', async () => {
    const dataDir = await newFolder();
    const first = await startShop({ dataDir });
    const { page } = await visit(browser, first.url);
    const widget = widgetOf(page);
    await widget.open();
    await first.stop();
    await widget.say('hello');
    await eventually(() => widget.notice.textContent()).toBe('No connection. Retrying…');
    const second = await startShop({ dataDir, port: Number(new URL(first.url).port) });
    onTestFinished(() => second.stop());
    // As the browser tells when the line is back; otherwise the next attempt may be half a minute away.
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await widget.choice('Track an order').waitFor();
    await expect.poll(() => widget.transcript()).toHaveLength(3);
    await eventually(() => widget.notice.textContent()).toBe('');
  });
});

describe('too many messages', () => {
  it('wait as long as the gateway asks, and are then sent with the same key and body', async () => {
    const limited = await startShop({
      changeTenant: (folder) => ({
        ...folder,
        widgets: folder.widgets.map((widget) => ({ ...widget, session_limit_per_minute: 1 })),
      }),
    });
    onTestFinished(() => limited.stop());
    const { context, page } = await visit(browser, 'about:blank');
    await page.clock.install();
    await page.goto(limited.url);
    const attempts = attemptsIn(context);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.choice('Track an order').waitFor();
    // From here on the page's time is the test's, however long the machine takes.
    await page.clock.pauseAt(Date.now() + 30_000);
    const refused = page.waitForResponse((response) => response.status() === 429);
    await widget.say('1001');
    const waitS = Number((await refused).headers()['retry-after']);
    expect(waitS).toBeGreaterThan(5);
    await eventually(() => widget.notice.textContent()).toMatch(
      /^You’re sending messages too quickly\. Retrying in \d+ s\.$/,
    );

    await page.clock.runFor((waitS - 5) * 1_000);
    expect(attempts).toHaveLength(2);
    const third = page.waitForRequest(isPost);
    await page.clock.runFor(6_000);
    await third;
    expect(attempts[2]).toBe(attempts[1]);
    await expect.poll(() => widget.root.locator('.sending').textContent()).toContain('1001');
  });
});

describe('two tabs', () => {
  it('show the same, one of them polls while something may come, and the other takes over when it is closed', async () => {
    const { context, page: left } = await visit(browser, stack.url);
    const open = new Set<Request>();
    let most = 0;
    context.on('request', (request) => {
      if (!isLongPoll(request)) return;
      open.add(request);
      most = Math.max(most, open.size);
    });
    const close = (request: Request) => void open.delete(request);
    context.on('requestfinished', close).on('requestfailed', close);
    const { page: right } = await openTab(context, stack.url);
    const [one, other] = [widgetOf(left), widgetOf(right)];
    await one.open();
    await other.open();
    await one.say('hello');
    await other.choice('Track an order').click();
    const expected = [
      'user: hello',
      'bot: Hello! This is Acme.',
      'bot: What can we do for you?',
      'user: Track an order',
      'bot: What is your order number? It has four digits, try 1001.',
    ];
    await eventually(one.transcript).toEqual(expected);
    await eventually(other.transcript).toEqual(expected);
    await eventually(() => open.size).toBe(0);
    expect(most).toBeLessThanOrEqual(1);

    const looks: Request[] = [];
    context.on('request', (request) => void (request.url().endsWith('?wait=0') && looks.push(request)));
    await one.say('human');
    await eventually(() => other.notice.textContent()).toMatch(/^You’re number/);
    looks.length = 0;
    await eventually(() => looks.length).toBeGreaterThan(1);
    expect(new Set(looks.map((look) => look.frame().page())).size).toBe(1);
    const [closing, staying] = looks[0]?.frame().page() === left ? [left, other] : [right, one];
    await closing.close();
    looks.length = 0;
    await eventually(() => looks.length).toBeGreaterThan(0);
    await staying.say('still here');
    await eventually(staying.transcript).toContain('user: still here');
    await expect.poll(() => staying.transcript()).toHaveLength(8);
  });

  it('begin a new conversation together', async () => {
    const { context, page: left } = await visit(browser, stack.url);
    const { page: right } = await openTab(context, stack.url);
    const [one, other] = [widgetOf(left), widgetOf(right)];
    await one.open();
    await other.open();
    await one.say('hello');
    await eventually(other.transcript).toHaveLength(3);
    await (await one.menuItem('New conversation')).click();
    await one.root.locator('.ask .yes').click();
    await eventually(other.transcript).toEqual([]);
  });

  // What another tab writes can arrive in this one's copy of the store after the other has told of it.
  it('stay in sync by the store, whenever they learn of a change', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    onTestFinished(() => context.close());
    await context.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
    const { page: left } = await openTab(context, stack.url);
    const { page: right } = await openTab(context, stack.url);
    const unreadable: string[] = [];
    context.on('response', (response) => void (response.ok() || unreadable.push(response.url())));
    const [one, other] = [widgetOf(left), widgetOf(right)];
    await one.open();
    await other.open();
    await one.say('hello');
    await eventually(other.transcript).toHaveLength(3);
    await (await one.menuItem('New conversation')).click();
    await one.root.locator('.ask .yes').click();
    await eventually(other.transcript).toEqual([]);
    // A poll that is called off is no outage to look into.
    expect(unreadable).toEqual([]);
  });
});

describe('unread messages', () => {
  it('are counted on the launcher until the chat is opened', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await expect.poll(() => page.evaluate(() => 'messagingWidget' in window)).toBe(true);
    await page.evaluate(() => window.messagingWidget?.send('hello'));
    await eventually(() => widget.root.locator('.badge').textContent()).toBe('2');
    await expect.poll(() => widget.launcher.getAttribute('aria-label')).toBe('Open chat. Unread messages: 2');
    await widget.open();
    await eventually(() => widget.root.locator('.badge').isVisible()).toBe(false);
    await page.reload();
    await widget.launcher.waitFor();
    await eventually(() => widget.messages.count()).toBe(3);
    await expect.poll(() => widget.root.locator('.badge').isVisible()).toBe(false);
  });
});

describe('a page that the widget is not allowed on', () => {
  it('hides it, and logs the reason in the console', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><body><script src="${stack.url}/widget.js" data-tenant="acme" data-widget="acme-web" async></script>`,
      );
    });
    const origin = await listen(server, 0);
    onTestFinished(() => closeServer(server));
    const { page, lines } = await visit(browser, origin);
    await eventually(() => lines).toContain(
      `error: messaging widget: This page's origin ${origin} may not use the widget "acme-web" of tenant "acme": add it to the widget's allowed_origins. (origin_not_allowed)`,
    );
    expect(await widgetOf(page).launcher.isVisible()).toBe(false);
  });
});
