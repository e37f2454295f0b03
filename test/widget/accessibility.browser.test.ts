import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
};

describe('axe finds nothing wrong', () => {
  it.each([
    ['light', '?theme=light', {}],
    ['dark', '?theme=dark', { colorScheme: 'dark' as const }],
    ['right to left', '?lang=ar', {}],
    ['on a phone', '?theme=light', phone],
  ])('%s', async (_title, query, options) => {
    const { page } = await visit(browser, `${stack.url}/${query}`, { ...options });
    const widget = widgetOf(page);
    await widget.launcher.waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await widget.open();
    await widget.say('see https://shop.example/a');
    await widget.choice('Track an order').waitFor();
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await widget.choice('Nothing, thanks').click();
    await eventually(() => widget.notice.textContent()).not.toBe('');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  });

  it('when a text could not be sent', async () => {
    const { page } = await visit(browser, stack.url);
    const problem = { code: 'tenant_not_found', detail: 'There is no such tenant.' };
    await page.route('**/v1/webchat/messages', (route) => route.fulfill({ status: 404, json: problem }));
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.choice('Retry').waitFor();
    await expect.poll(() => widget.notice.textContent()).toBe('Chat isn’t available right now.');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.unroute('**/v1/webchat/messages');
    await widget.choice('Retry').click();
    await eventually(widget.transcript).toHaveLength(3);
  });
});

describe('with the keyboard', () => {
  it('the chat is opened and navigated, and closing it returns to the control before', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    // A key finds nothing that isn't shown yet, and its press isn't repeated.
    await widget.launcher.waitFor();
    await widget.launcher.press('Enter');
    const focused = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement;
        return active?.getAttribute('aria-label') ?? active?.textContent ?? 'nothing of the widget';
      });
    await eventually(focused).toBe('Write a message…');
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await widget.choice('Track an order').waitFor();
    await widget.choice('Attach a file').waitFor();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused()).toBe('Attach a file');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused()).toBe('Nothing, thanks');
    await page.keyboard.press('Escape');
    await expect.poll(() => widget.dialog.isVisible()).toBe(false);
    await expect.poll(() => focused()).toBe('Open chat');
    await expect.poll(() => widget.launcher.getAttribute('aria-expanded')).toBe('false');

    const link = page.getByRole('link', { name: 'Phone simulator' });
    await link.focus();
    await page.evaluate(() => window.messagingWidget?.open());
    await eventually(focused).toBe('Write a message…');
    await page.keyboard.press('Escape');
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('Shift+Enter begins a line, and a text that is too long is not sent', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.input.pressSequentially('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await expect.poll(() => widget.input.inputValue()).toBe('one\ntwo');
    await widget.input.fill('x'.repeat(4_098));
    await expect.poll(() => widget.root.locator('.excess').textContent()).toBe('2 characters over the limit');
    await widget.input.press('Enter');
    await expect.poll(() => widget.transcript()).toEqual([]);
    await expect.poll(() => widget.input.inputValue()).toHaveLength(4_098);
  });
});

describe('on a phone', () => {
  it('the chat covers the page and keeps the focus, and nothing is wider than the screen', async () => {
    const { page } = await visit(browser, stack.url, phone);
    const widget = widgetOf(page);
    await widget.open();
    await expect.poll(() => widget.dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 667 });
    await expect.poll(() => widget.dialog.getAttribute('aria-modal')).toBe('true');
    await widget.say('hello');
    await widget.choice('Track an order').waitFor();
    for (let n = 0; n < 30; n += 1) await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('messaging-widget');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(375);
    await widget.dialog.getByRole('button', { name: 'Close chat' }).click();
    await expect.poll(() => widget.launcher.isVisible()).toBe(true);
  });
});

describe('the looks', () => {
  it('are isolated from the page, and the page from them', async () => {
    const { page } = await visit(browser, stack.url, { bypassCSP: true });
    const before = await page.locator('h1').evaluate((title) => getComputedStyle(title).fontSize);
    await page.addStyleTag({
      content: '* { font-size: 40px !important; color: red !important } button { display: none !important }',
    });
    const widget = widgetOf(page);
    await widget.open();
    const style = await widget.input.evaluate((input) => {
      const { fontSize, color } = getComputedStyle(input);
      return { fontSize, color };
    });
    expect(style).toEqual({ fontSize: '15px', color: 'rgb(20, 23, 31)' });
    expect(before).not.toBe('40px');
  });

  it("don't move for users who prefer reduced motion", async () => {
    const { page } = await visit(browser, stack.url, { reducedMotion: 'reduce' });
    const widget = widgetOf(page);
    await widget.open();
    await expect
      .poll(() => widget.dialog.evaluate((dialog) => getComputedStyle(dialog).animationName))
      .toBe('none');
  });
});
