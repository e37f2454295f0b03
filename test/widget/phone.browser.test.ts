import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A phone on the shop's page, from a page before it, with the chat open. */
async function openOnPhone() {
  const { page } = await visit(browser, `${stack.url}/healthz`, phone);
  await page.goto(stack.url);
  const widget = widgetOf(page);
  await widget.open();
  await eventually(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
  return { page, widget };
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
/** By then a browser has gone back, if it was asked to. */
const settle = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 150)));

describe('on a phone a page that closes the chat and navigates', () => {
  it.each<[string, () => unknown]>([
    [
      'close()',
      () => {
        window.messagingWidget?.close();
        history.pushState(null, '', '/cart');
      },
    ],
    [
      'close(), in the other order',
      () => {
        history.pushState(null, '', '/cart');
        window.messagingWidget?.close();
      },
    ],
    [
      'close(), a moment later',
      () => {
        window.messagingWidget?.close();
        setTimeout(() => history.pushState(null, '', '/cart'));
      },
    ],
    [
      'close(), replacing',
      () => {
        window.messagingWidget?.close();
        history.replaceState(null, '', '/cart');
      },
    ],
    [
      'reset() and close()',
      () => {
        window.messagingWidget?.reset();
        window.messagingWidget?.close();
        history.pushState(null, '', '/cart');
      },
    ],
    [
      'remove()',
      () => {
        window.messagingWidget?.remove();
        history.pushState(null, '', '/cart');
      },
    ],
    [
      "on('close')",
      () => {
        window.messagingWidget?.on('close', () => history.pushState(null, '', '/cart'));
        document
          .querySelector('messaging-widget')
          ?.shadowRoot?.querySelector<HTMLElement>('.closing')
          ?.click();
      },
    ],
  ])('arrives: %s', async (_how, go) => {
    const { page } = await openOnPhone();
    await page.evaluate(go);
    await settle(page);
    expect(pathOf(page)).toBe('/cart');
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
    await page.goBack();
    await expect.poll(() => pathOf(page)).not.toBe('/cart');
  });

  it('arrives at another document, which takes its time', async () => {
    const { page, widget } = await openOnPhone();
    await page.route('**/mails', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.fulfill({ body: 'there', contentType: 'text/html' });
    });
    await page.evaluate(() => {
      window.messagingWidget?.close();
      location.href = '/mails';
    });
    await page.waitForURL('**/mails');
    expect(await widget.root.count()).toBe(0);
  });

  it('stays, and one Back leaves it', async () => {
    const { page, widget } = await openOnPhone();
    for (const _again of [1, 2]) {
      await widget.choice('Close chat').first().click();
      await expect.poll(() => widget.dialog.isVisible()).toBe(false);
      await widget.open();
      await eventually(() => page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
    }
    await widget.choice('Close chat').first().click();
    expect(pathOf(page)).toBe('/');
    await page.evaluate(() => history.back());
    await page.waitForURL('**/healthz');
  });

  it('goes back itself, and arrives at the page before', async () => {
    const { page } = await openOnPhone();
    await page.evaluate(() => {
      window.messagingWidget?.close();
      history.back();
    });
    await page.waitForURL('**/healthz');
  });
});

/** A keyboard that covers the lower part: browsers shrink the visual viewport alone. */
async function raiseKeyboard(page: Page, seen: { height: number; offsetTop: number; scale?: number }) {
  await page.evaluate((values) => {
    const viewport = window.visualViewport;
    for (const [name, value] of Object.entries({ scale: 1, ...values }))
      Object.defineProperty(viewport, name, { configurable: true, get: () => value });
    viewport?.dispatchEvent(new Event('resize'));
  }, seen);
}

describe('with the keyboard up', () => {
  it.each([
    ['on a phone', 375, 667, '/'],
    ['on a tablet', 820, 1180, '/'],
    ['on a page of its own', 375, 667, '/chat/acme/acme-web'],
  ])('header and Send stay in view %s', async (_where, width, whole, path) => {
    const device = { viewport: { width, height: whole }, hasTouch: true, isMobile: true };
    const { page } = await visit(browser, stack.url + path, device);
    const widget = widgetOf(page);
    if (path === '/') await widget.open();
    await widget.input.waitFor();
    const [top, height] = [40, Math.round(whole * 0.55)];
    const places = async () => {
      await raiseKeyboard(page, { height, offsetTop: top });
      const header = await widget.root.locator('header').boundingBox();
      const send = await widget.root.locator('.send').boundingBox();
      return header && send && header.y >= top - 1 && send.y + send.height <= top + height + 1;
    };
    await eventually(places).toBe(true);
    // Who zooms in to read looks at a part of it.
    await raiseKeyboard(page, { height: whole / 2, offsetTop: 100, scale: 2 });
    const zoomed = await widget.root.getByRole('dialog').boundingBox();
    expect(zoomed?.height).toBeGreaterThan(whole / 2);
  });
});

describe('an input method', () => {
  it.each([
    ['as Safari tells of it, after the composition', { keyCode: 229 }],
    ['as others do, within it', { isComposing: true }],
  ])('chooses a word by Enter, and sends nothing: %s', async (_how, composing) => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.input.fill('ありがと');
    const press = (key: string) =>
      widget.input.evaluate(
        (field, init) =>
          field.dispatchEvent(
            new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }),
          ),
        { key, ...composing },
      );
    // Nothing is prevented: the word goes in.
    expect(await press('Enter')).toBe(true);
    await press('Escape');
    expect([await widget.messages.count(), await widget.input.inputValue()]).toEqual([0, 'ありがと']);
    expect(await widget.dialog.isVisible()).toBe(true);
    await widget.input.press('Enter');
    await eventually(widget.transcript).toContain('user: ありがと');
  });
});
