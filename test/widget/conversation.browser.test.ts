import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWidget } from '../../bin/bundle-widget.ts';
import { adminClient } from '../support/admin-client.ts';
import { passwordOf } from '../support/start-admin.ts';
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

const untilOrder = [
  'user: hello',
  'bot: Hello! This is Acme.',
  'bot: What can we do for you?',
  'user: Track an order',
  'bot: What is your order number? It has four digits, try 1001.',
  'user: 1001',
  'bot: Order 1001 is shipped; it arrives tomorrow.',
  'bot: Anything else?',
];

/** One of acme's people, with the conversation that waits the longest. */
async function atTheDesk(email: string) {
  const client = await adminClient(stack.hostedUi, `${stack.url}/admin/callback`);
  const { access_token: token } = await client.exchange((await client.signIn(email, passwordOf(email))).url);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${stack.url}/v1/admin${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
  const { items } = await (await call('/handoffs?state=waiting')).json();
  const { conversationId, handoffId, epoch } = items[0];
  let etag = `"${handoffId}.${epoch}"`;
  const post = async (verb: string, body: object) => {
    const answer = await call(`/conversations/${conversationId}/handoff/${verb}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...(verb !== 'typing' && { 'if-match': etag }), 'idempotency-key': randomUUID() },
    });
    expect(answer.status).toBeLessThan(300);
    etag = answer.headers.get('etag') ?? etag;
  };
  return { post, take: () => post('take', {}) };
}

describe('a conversation', () => {
  it('runs by clicks and keys to its end, and a new one starts empty', async () => {
    const { page, violations } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await eventually(() => widget.input.evaluate((input) => input.matches(':focus'))).toBe(true);
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await widget.choice('Track an order').click();
    await widget.say('1001');
    await eventually(widget.transcript).toEqual(untilOrder);
    await widget.choice('No').press('Enter');
    await eventually(widget.transcript).toEqual([...untilOrder, 'user: No', 'bot: Thank you, and goodbye!']);
    await eventually(() => widget.notice.textContent()).toBe('This conversation has ended.');
    await expect.poll(() => widget.input.isVisible()).toBe(false);

    const again = widget.choice('New conversation');
    await expect.poll(() => again.evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => widget.transcript()).toEqual([]);
    await widget.say('hello again');
    await eventually(widget.transcript).toContain('bot: What can we do for you?');
    expect(violations).toEqual([]);
  });

  it('is restored after a reload in the middle, with the typed text', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.choice('Track an order').click();
    await eventually(widget.transcript).toEqual(untilOrder.slice(0, 5));
    await widget.input.fill('10');
    await page.reload();
    await widget.open();
    await eventually(widget.transcript).toEqual(untilOrder.slice(0, 5));
    await expect.poll(() => widget.input.inputValue()).toBe('10');
    // It is open as it was left, and takes the focus from nobody.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await widget.input.press('End');
    await page.keyboard.type('01');
    await page.keyboard.press('Enter');
    await eventually(widget.transcript).toEqual(untilOrder);
  });

  it('shows that a reply takes long, and then the reply, once', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    const accepted = page.waitForResponse((response) => response.status() === 202);
    await widget.choice('Ask the warehouse').click();
    await accepted;
    await widget.root.locator('.dots').waitFor();
    await widget.root.getByText('The warehouse says').waitFor();
    await widget.root.locator('.dots').waitFor({ state: 'hidden' });
    expect((await widget.transcript()).slice(3)).toEqual([
      'user: Ask the warehouse',
      'bot: The warehouse says: order 1002 is in preparation.',
      'bot: Anything else?',
    ]);
  });

  it('shows a handoff', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.say('agent');
    await eventually(() => widget.notice.textContent()).toMatch(/^You’re number 1 in line.$/);
    await widget.say('still here');
    await eventually(async () => (await widget.transcript()).at(-1)).toBe('user: still here');
    await eventually(() => widget.root.locator('.sending').count()).toBe(0);
    await expect.poll(() => widget.root.locator('.dots').isVisible()).toBe(false);

    const desk = await atTheDesk('editor@acme.example');
    await desk.take();
    await eventually(() => widget.notice.textContent()).toBe(
      'You’re chatting with \u2068Edgar Editor\u2069.',
    );
    await desk.post('typing', { on: true });
    await eventually(() => widget.root.locator('.dots').isVisible()).toBe(true);
    await desk.post('reply', { text: 'Hello, I look.' });
    await widget.root.getByText('Hello, I look.').waitFor();
    await eventually(() => widget.root.locator('.who').last().textContent()).toBe('Edgar Editor: ');
    const told = page.waitForResponse((response) => response.url().endsWith('/typing'));
    await widget.input.pressSequentially('tha');
    expect((await told).status()).toBe(204);
    await desk.post('close', { text: 'Goodbye.' });
    await widget.root.getByText('Goodbye.').waitFor();
    await eventually(() => widget.notice.textContent()).toBe('This conversation has ended.');
  });

  it('follows the API: open, send, events, identify, close; it is the only global', async () => {
    const { context, page } = await visit(browser, stack.url);
    await expect.poll(() => page.evaluate(() => 'messagingWidget' in window)).toBe(true);
    const seen = await page.evaluate(async (id) => {
      const widget = window.messagingWidget;
      if (!widget) throw new Error('there is no widget');
      const events: string[] = [];
      const question = new Promise<void>((resolve) => {
        widget.on('message', ({ author, text }) => {
          events.push(`${author}: ${text}`);
          if (text.endsWith('?')) resolve();
        });
      });
      widget.on('open', () => events.push('open'));
      widget.on('close', () => events.push('close'));
      widget.identify({ id });
      widget.open();
      widget.send(' hello ');
      await question;
      widget.close();
      return events;
    }, randomUUID());
    expect(seen).toEqual(['open', ...untilOrder.slice(0, 3), 'close']);
    const other = await context.newPage();
    await other.goto(`${stack.url}/healthz`);
    const before = new Set(await other.evaluate(() => Object.keys(window)));
    const after = await page.evaluate(() => Object.keys(window));
    expect(after.filter((name) => !before.has(name))).toEqual(['messagingWidget']);
  });
});

it('the module build creates a widget as the script tag does, and removes it', async () => {
  const { page } = await visit(browser, 'about:blank');
  const { code, parts } = await bundleWidget('esm');
  const files = new Map([['widget.mjs', code], ...parts.map((part) => [part.file, part.code] as const)]);
  await page.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Page</title><body>' }),
  );
  await page.route('**/*.mjs', (route) => {
    const body = files.get(route.request().url().split('/').at(-1) ?? '') ?? '';
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${stack.url}/page`);
  const widget = widgetOf(page);
  const module =
    await page.evaluateHandle<typeof import('../../src/widget/create-widget.ts')>("import('/widget.mjs')");
  const made = await module.evaluateHandle(({ createWidget }) =>
    createWidget({ api: location.origin, tenant: 'acme', theme: 'dark', lang: 'de' }),
  );
  await widget.launcher.click();
  await widget.say('hello');
  await eventually(widget.transcript).toHaveLength(3);
  await expect.poll(() => widget.input.getAttribute('placeholder')).toBe('Nachricht schreiben…');
  await made.evaluate((chat) => chat.remove());
  await expect.poll(() => widget.root.count()).toBe(0);
});
