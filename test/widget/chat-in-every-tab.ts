import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, openTab, visit, widgetOf } from '../support/start-shop.ts';

const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 667 },
  hasTouch: true,
  isMobile: true,
};

/** Chats in two tabs of a browser that denies something, on a phone, where more is asked of it. */
export async function chatInEveryTab(
  browser: Browser,
  url: string,
  deny: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { context, page, violations } = await visit(browser, 'about:blank', phone);
  await deny(context);
  await page.goto(url);
  const one = widgetOf(page);
  await one.open();
  await one.say('hello');
  await eventually(one.transcript).toEqual([
    'user: hello',
    'bot: Hello! This is Acme.',
    'bot: What can we do for you?',
  ]);
  const { page: second, violations: others } = await openTab(context, url);
  const other = widgetOf(second);
  await other.open();
  await other.say('human');
  await eventually(() => other.notice.textContent()).toMatch(/^You’re number/);
  // The first tab still answers to its visitor.
  await one.say('1001');
  await eventually(one.transcript).toContain('user: 1001');
  await eventually(() => one.root.locator('.sending').count()).toBe(0);
  // What was refused was not asked for again and again.
  const asked = await page.evaluate<number>('window.asked ?? 0');
  expect(asked).toBeLessThan(500);
  expect([...violations, ...others]).toEqual([]);
}
