import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

const looks = {
  font: 'Georgia, serif',
  size: 'large',
  offset_side: 44,
  offset_bottom: 66,
  z_index: 7,
  launcher: 'label',
  launcher_label: 'Ask us',
  invite: 'Can we help?',
  invite_after_scroll: 50,
  invite_pages: ['/page', '/other/*'],
} satisfies TenantFolder['widgets'][number]['appearance'];
const dressed = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  widgets: folder.widgets.map((widget) =>
    widget.id === 'acme-web' ? { ...widget, appearance: { ...widget.appearance, ...looks } } : widget,
  ),
});

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop({ changeTenant: dressed })]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

/** A page of the shop's origin with this body. */
async function pageWith(body: string, path = 'page', head = ''): Promise<Page> {
  const { page } = await visit(browser, 'about:blank');
  const html = `<!doctype html><html lang="en"><title>Shop</title>${head}<body>${body}`;
  await page.route(`**/${path}`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(`${stack.url}/${path}`);
  return page;
}
const tag = (attributes = '') =>
  `<script src="/widget.js" data-tenant="acme" data-widget="acme-web" ${attributes}></script>`;

describe('the appearance of a widget on a page', () => {
  it('is its settings: font, size, place, launcher; a page changes them by custom properties and parts', async () => {
    const head =
      '<style>messaging-widget{--chat-radius:3px}messaging-widget::part(header){letter-spacing:2px}</style>';
    const page = await pageWith(tag(), 'page', head);
    const { root, launcher, open } = widgetOf(page);
    await launcher.waitFor();
    await eventually(() => launcher.locator('.label').textContent()).toBe('Ask us');
    const style = await root.locator('.root').evaluate((element) => {
      const { fontFamily, zIndex, right, bottom } = getComputedStyle(element);
      return { fontFamily, zIndex, right, bottom };
    });
    expect(style).toEqual({ fontFamily: 'Georgia, serif', zIndex: '7', right: '44px', bottom: '66px' });
    await open();
    const panel = await root.locator('.panel').evaluate((element) => {
      const { width, borderRadius } = getComputedStyle(element);
      const header = element.querySelector('header');
      return { width, borderRadius, letters: header && getComputedStyle(header).letterSpacing };
    });
    expect(panel).toEqual({ width: '460px', borderRadius: '3px', letters: '2px' });
  });

  it('inline it is a part of the page, open, without a launcher; as a page it fills it', async () => {
    const inline = await pageWith(
      `<div id="here" style="height:500px;width:400px"></div>${tag('data-mode="inline" data-target="#here"')}`,
    );
    const part = widgetOf(inline);
    await part.dialog.waitFor();
    expect(await part.launcher.isVisible()).toBe(false);
    const box = await part.dialog.boundingBox();
    expect([box?.width, box?.height]).toEqual([400, 500]);
    await part.input.press('Escape');
    await part.say('hello');
    await eventually(() => part.messages.count()).toBeGreaterThan(1);

    const { page, violations } = await visit(browser, `${stack.url}/chat/acme/acme-web`, {
      viewport: { width: 1000, height: 700 },
    });
    const whole = widgetOf(page);
    await whole.dialog.waitFor();
    const size = await whole.dialog.boundingBox();
    expect([size?.width, size?.height]).toEqual([1000, 700]);
    await eventually(() => page.title()).toBe('Acme support');
    await whole.say('hello');
    await eventually(() => whole.messages.count()).toBeGreaterThan(1);
    expect(violations).toEqual([]);
  });
});

it('an invitation is shown when its condition holds, on its pages, once a visit, and opens the chat', async () => {
  const long = '<div style="height:3000px"></div>';
  const page = await pageWith(long + tag());
  const { root, launcher, dialog } = widgetOf(page);
  const words = root.locator('.invite .words');
  await launcher.waitFor();
  await expect.poll(() => words.count()).toBe(0);
  await eventually(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    return words.count();
  }).toBe(1);
  expect(await words.textContent()).toBe('Can we help?');
  await words.click();
  await dialog.waitFor();
  expect(await root.locator('.invite').count()).toBe(0);

  const elsewhere = await pageWith(long + tag(), 'elsewhere');
  const other = widgetOf(elsewhere);
  await other.launcher.waitFor();
  const asked: string[] = [];
  elsewhere.on('request', (request) => asked.push(request.url()));
  await elsewhere.evaluate(() => window.scrollTo(0, 3000));
  await other.open();
  await expect.poll(() => other.root.locator('.invite').count()).toBe(0);
});

describe('a page', () => {
  it('can call before the script is loaded, and toggle, query and receive earlier events', async () => {
    const queue = `<script>
      window.messagingWidget = [['on', 'unread', (n) => (window.unread = n)], ['none'], ['open'], ['send', 'hello']];
    </script>`;
    const page = await pageWith(queue + tag());
    const { dialog, messages } = widgetOf(page);
    await dialog.waitFor();
    await eventually(() => messages.count()).toBeGreaterThan(1);
    const isOpen = () => page.evaluate(() => window.messagingWidget?.isOpen);
    expect(await isOpen()).toBe(true);
    await page.evaluate(() => window.messagingWidget?.toggle());
    expect(await isOpen()).toBe(false);
    await page.evaluate(() => window.messagingWidget?.send('once more'));
    await eventually(() => page.evaluate(() => window.messagingWidget?.unread ?? 0)).toBeGreaterThan(0);
    expect(await page.evaluate(() => Reflect.get(window, 'unread'))).toBeGreaterThan(0);
    await page.evaluate(() => window.messagingWidget?.toggle());
    await eventually(() => page.evaluate(() => window.messagingWidget?.unread)).toBe(0);
  });

  it('that replaces its body keeps its chat', async () => {
    const page = await pageWith(tag());
    const { root, launcher, dialog, open } = widgetOf(page);
    await launcher.waitFor();
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    await eventually(() => root.count()).toBe(1);
    await open();
    await dialog.waitFor();
  });

  it("on which the chat can't work shows no launcher, and tells its developers why", async () => {
    const { page, lines } = await visit(browser, 'about:blank');
    const body =
      '<!doctype html><body><script src="/widget.js" data-tenant="acme" data-widget="none"></script>';
    await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${stack.url}/page`);
    await eventually(() => lines.join()).toContain('There is no widget "none" of tenant "acme"');
    expect(await widgetOf(page).launcher.isVisible()).toBe(false);
  });
});
