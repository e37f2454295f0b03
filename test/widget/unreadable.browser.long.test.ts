import { createServer } from 'node:http';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

let browser: Browser;
let stack: TestStack;
/** A site of another origin, as every site on AWS is. */
let site: string;
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    `<!doctype html><html lang="en"><title>Elsewhere</title><body><script src="${stack.url}/widget.js" data-tenant="acme" data-widget="acme-web" async></script>`,
  );
});
beforeAll(async () => {
  site = await listen(server, 0);
  [browser, stack] = await Promise.all([
    startBrowser(),
    startShop({
      changeTenant: (folder) => ({
        ...folder,
        widgets: folder.widgets.map((widget) => ({ ...widget, allowed_origins: [site] })),
      }),
    }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await closeServer(server);
});

/** What API Gateway itself answers while a function is throttled: no CORS headers, so that no page may read it. */
async function throttle(context: BrowserContext, path: RegExp) {
  const throttled = { times: 0, stop: () => context.unroute(path) };
  await context.route(path, (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    throttled.times += 1;
    return route.fulfill({ status: 503, json: { message: 'Service Unavailable' } });
  });
  return throttled;
}

describe('a gateway that is throttled', () => {
  it.each([
    ['for what is sent', /\/webchat\/messages$/],
    ['for everything', /\/v1\/webchat\//],
  ])(
    '%s is an outage to the widget: typed messages are sent when it is over, without help',
    async (_what, path) => {
      const { context, page, lines } = await visit(browser, site);
      const widget = widgetOf(page);
      await widget.open();
      const throttled = await throttle(context, path);
      await widget.say('hello');
      await eventually(() => throttled.times).toBeGreaterThan(3);
      await expect.poll(() => widget.notice.textContent()).toBe('Something went wrong on our end. Retrying…');
      await expect.poll(() => widget.root.locator('.failed').count()).toBe(0);
      await throttled.stop();
      await expect.poll(widget.transcript, { timeout: 25_000 }).toContain('bot: Hello! This is Acme.');
      expect(lines.filter((line) => line.includes('allowed_origins'))).toEqual([]);
    },
    60_000,
  );

  it('for reads is an outage too, and the conversation is read on when it is over', async () => {
    const { context, page } = await visit(browser, site);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await widget.choice('Track an order').waitFor();
    const throttled = await throttle(context, /\/conversations\//);
    await page.reload();
    await widget.open();
    await eventually(() => throttled.times).toBeGreaterThan(3);
    await expect.poll(() => widget.notice.textContent()).toBe('Something went wrong on our end. Retrying…');
    await throttled.stop();
    await expect.poll(widget.transcript, { timeout: 25_000 }).toContain('bot: Hello! This is Acme.');
  });
});
