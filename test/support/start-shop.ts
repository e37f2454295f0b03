import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { bundleTestPage, bundleWidget } from '../../bin/bundle-widget.ts';
import { releaseOf } from '../../bin/release-of.ts';
import { frontPages } from '../../src/local/pages/front-page.ts';
import { browserPatienceMs } from './start-browser.ts';
import { startTestStack, type TestStack, type TestStackOptions } from './start-stack.ts';

/** The front page of a stack, its widget, and the widget as a page of its own. */
export async function shopPages(stack: () => TestStack) {
  const [widget, testPage] = await Promise.all([bundleWidget('iife'), bundleTestPage()]);
  return frontPages({
    ...{ widget, testPage },
    release: releaseOf(widget.code),
    stack,
    rows: () => [['gateway', stack().url]],
    curl: () => `curl ${stack().url}`,
  });
}

/** The stack with its front page: the demo shop and the widget. */
export async function startShop(options: TestStackOptions = {}): Promise<TestStack> {
  const pages = await shopPages(() => stack);
  const stack: TestStack = await startTestStack({ pages, ...options });
  return stack;
}

/** A page of a visitor, with what its console said. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly lines: readonly string[];
  /** Errors that nothing has caught, and everything that the browser refused. */
  readonly violations: readonly string[];
}

/** A new visitor's browser, closed after the test. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(browserPatienceMs);
  return { context, ...(await openTab(context, url)) };
}

/** Another tab of the same visitor. */
export async function openTab(context: BrowserContext, url: string): Promise<Omit<Visit, 'context'>> {
  const page = await context.newPage();
  const lines: string[] = [];
  const violations: string[] = [];
  page.on('console', (message) => {
    lines.push(`${message.type()}: ${message.text()}`);
    if (/content security policy|trusted/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(error.message));
  await page.goto(url);
  return { page, lines, violations };
}

/** The widget as a visitor finds it. */
export function widgetOf(page: Page) {
  const root = page.locator('messaging-widget');
  // Beside it may stand the field for an email address.
  const input = root.locator('textarea');
  return {
    root,
    input,
    launcher: root.locator('.launcher'),
    dialog: root.getByRole('dialog'),
    notice: root.locator('.notice'),
    messages: root.locator('.message'),
    choice: (name: string) => root.getByRole('button', { name, exact: true }),
    /** Opens the menu for an item. */
    async menuItem(name: string) {
      const button = root.getByRole('button', { name: 'More options' });
      if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
      return root.getByRole('menu').getByText(name, { exact: true });
    },
    /** It may be open still, from the page before. */
    async open() {
      const launcher = root.locator('.launcher');
      if ((await launcher.getAttribute('aria-expanded')) !== 'true') await launcher.click();
    },
    async say(text: string) {
      await input.fill(text);
      await input.press('Enter');
    },
    /** Every message that is shown, its author first. */
    transcript: () =>
      root.locator('.message').evaluateAll((messages) =>
        messages.map((message) => {
          const author = ['user', 'bot', 'agent'].find((name) => message.classList.contains(name));
          return `${author}: ${message.querySelector('.bubble')?.textContent ?? ''}`;
        }),
      ),
  };
}

/** What becomes true in a browser, on a slow machine too. */
export function eventually<T>(look: () => Promise<T> | T) {
  return expect.poll(look, { timeout: browserPatienceMs });
}
