import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
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

/** A page of the shop's origin whose script tag has these attributes. */
async function visitWith(attributes: string, language = 'en'): Promise<Page> {
  const { page } = await visit(browser, 'about:blank');
  const html = `<!doctype html><html lang="${language}"><title>Page</title><body><script src="/widget.js" data-tenant="acme" ${attributes} async></script>`;
  await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${stack.url}/page`);
  return page;
}

const shopPage = `<!doctype html><html lang="en-GB"><title>Page</title><body><script src="/widget.js" data-tenant="acme" data-widget="acme-web" async></script>`;

const looksOf = async (page: Page) => {
  const { root, launcher } = widgetOf(page);
  await launcher.waitFor();
  return {
    title: await root.locator('h2').textContent(),
    greeting: await root.locator('.greeting').textContent(),
    color: await launcher.evaluate((button) => getComputedStyle(button).backgroundColor),
    isLeft: ((await launcher.boundingBox())?.x ?? 0) < 100,
    initial: await root.locator('.avatar').textContent(),
  };
};
const published = {
  title: 'Acme support',
  greeting: 'Hello! How can we help you?',
  color: 'rgb(11, 95, 255)',
  isLeft: false,
  initial: 'A',
};

describe('the appearance of a widget', () => {
  it('is its published settings', async () => {
    const page = await visitWith('data-widget="acme-web"');
    expect(await looksOf(page)).toEqual(published);
    // What holds the launcher is nothing that one sees, and lies where the settings say.
    const held = await widgetOf(page).launcher.evaluate((button) => {
      const { right, bottom } = button.getBoundingClientRect();
      const root = button.parentElement ?? button;
      return [innerWidth - right, innerHeight - bottom, getComputedStyle(root).backgroundColor];
    });
    expect(held).toEqual([20, 20, 'rgba(0, 0, 0, 0)']);
  });

  it('is changed by the attributes of the script tag', async () => {
    const page = await visitWith(
      'data-title="Ask us" data-greeting="" data-color="#7a1fa2" data-position="left"',
    );
    const own = { title: 'Ask us', greeting: '', color: 'rgb(122, 31, 162)', isLeft: true, initial: 'A' };
    await expect.poll(() => looksOf(page)).toEqual(own);
  });

  it('is unchanged until the settings have arrived', async () => {
    const page = await visitWith('data-widget="acme-web"');
    await expect.poll(() => looksOf(page)).toEqual(published);
    // Nothing is kept for somebody who has not used the chat.
    await widgetOf(page).open();
    await widgetOf(page).say('hello');
    await eventually(() => widgetOf(page).messages.count()).toBe(3);
    await page.reload();
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('#0b5fff');
    await page.route('**/v1/webchat/settings?*', () => undefined);
    await page.reload();
    await expect.poll(() => looksOf(page)).toEqual(published);
  });

  it('is plain, in the language of the page, when there are no settings', async () => {
    const page = await visitWith('data-settings="off" data-color="red"', 'ar');
    const plain = { title: 'المحادثة', greeting: '', color: 'rgb(53, 84, 209)', isLeft: true, initial: 'ا' };
    await expect.poll(() => looksOf(page)).toEqual(plain);
    await expect.poll(() => widgetOf(page).root.locator('.root').getAttribute('dir')).toBe('rtl');
  });

  it('is plain when the settings take longer than three seconds, and right as soon as they arrive', async () => {
    const { page } = await visit(browser, 'about:blank');
    // Stopped, so that a slow machine is not three seconds late.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const answers: (() => Promise<void>)[] = [];
    await page.route('**/v1/webchat/settings?*', (route) => {
      answers.push(() => route.continue());
    });
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: shopPage }));
    await page.goto(`${stack.url}/page`);
    await eventually(() => answers.length).toBe(1);
    const { root, launcher } = widgetOf(page);
    await page.clock.runFor(2_999);
    expect(await launcher.isVisible()).toBe(false);
    await page.clock.runFor(1);
    await expect.poll(() => launcher.isVisible()).toBe(true);
    await widgetOf(page).open();
    await widgetOf(page).input.fill('half a sen');
    expect(await root.locator('h2').textContent()).toBe('Chat');
    await answers[0]?.();
    await eventually(() => root.locator('h2').textContent()).toBe('Acme support');
    // Nothing that the visitor has begun is lost by it.
    expect(await widgetOf(page).input.inputValue()).toBe('half a sen');
    expect(await looksOf(page)).toEqual(published);
  });

  it('shows when agents answer, in the visitor’s time zone, and keeps it current', async () => {
    const { page } = await visit(browser, 'about:blank', { timezoneId: 'Europe/London', locale: 'en-GB' });
    await page.clock.install({ time: new Date('2026-11-23T11:00:00Z') });
    const looks = { opening_hours: { monday: ['09:00-18:00'], tuesday: ['08:30-18:00'] } };
    const json = { ...looks, time_zone: 'Europe/Berlin' };
    await page.route('**/v1/webchat/settings?*', (route) => route.fulfill({ json }));
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: shopPage }));
    await page.goto(`${stack.url}/page`);
    await widgetOf(page).open();
    const line = widgetOf(page).root.locator('.hours');
    await eventually(() => line.textContent()).toBe('Open until 17:00.');
    await expect.poll(() => readingProblemsOf(page)).toEqual([]);
    await page.clock.fastForward(6 * 60 * 60_000);
    await eventually(() => line.textContent()).toBe('We’re back tomorrow at 7:30.');
    await page.clock.fastForward(8 * 60 * 60_000);
    await eventually(() => line.textContent()).toBe('We’re back today at 7:30.');
  });

  it('shows a picture, or the first letter when it does not load', async () => {
    const page = await visitWith(`data-avatar="${stack.url}/none.png"`);
    const { root } = widgetOf(page);
    await eventually(() => root.locator('.avatar').textContent()).toBe('A');
    await expect.poll(() => root.locator('.avatar img').count()).toBe(0);
  });
});

it('a page of another site that pins a release by its checksum runs that one, and no other', async () => {
  const { file, integrity } = await (await fetch(`${stack.url}/release.json`)).json();
  const server = createServer(({ url }, response) => {
    const checksum = url === '/pinned' ? integrity : integrity.replace(/-..../, '-AAAA');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Elsewhere</title><body><script src="${stack.url}/${file}" integrity="${checksum}" crossorigin="anonymous" data-tenant="acme" async></script>`,
    );
  });
  const origin = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  const pinned = await visit(browser, `${origin}/pinned`);
  await expect.poll(() => pinned.page.evaluate(() => 'messagingWidget' in window)).toBe(true);
  const other = await visit(browser, `${origin}/other`);
  await eventually(() => other.lines.join()).toContain("'integrity' attribute");
  expect(await other.page.evaluate(() => 'messagingWidget' in window)).toBe(false);
});

it('a script tag without a tenant says so, and shows nothing', async () => {
  const { page, lines } = await visit(browser, 'about:blank');
  await page.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<body><script src="/widget.js"></script>' }),
  );
  await page.goto(`${stack.url}/page`);
  await eventually(() => lines).toContain('error: messaging widget: the script tag needs data-tenant.');
  await expect.poll(() => widgetOf(page).root.count()).toBe(0);
});
