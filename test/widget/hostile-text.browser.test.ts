import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startBrowser } from '../support/start-browser.ts';
import { startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

const hostile = [
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
  'javascript:window.hacked=1 [x](javascript:window.hacked=1)',
  'https://shop.example/"onmouseover="window.hacked=1',
  '\u202Etxt.exe\u202C </textarea></style><style>*{display:none}</style>',
].join('\n');

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  const changeTenant = (folder: TenantFolder): TenantFolder => ({
    ...folder,
    flows: folder.flows.map((flow) => {
      const welcome = flow.steps.welcome;
      if (welcome?.kind !== 'message') return flow;
      return { ...flow, steps: { ...flow.steps, welcome: { ...welcome, text: hostile } } };
    }),
  });
  [browser, stack] = await Promise.all([startBrowser(), startShop({ changeTenant })]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

it('a hostile text is shown letter by letter and runs nothing', async () => {
  const { page, violations } = await visit(browser, stack.url);
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('<b onclick="window.hacked=1">hi</b>');
  await widget.choice('Track an order').waitFor();
  const [own, reply] = await widget.transcript();
  expect(own).toBe('user: <b onclick="window.hacked=1">hi</b>');
  expect(reply).toBe(`bot: ${hostile}`);
  const links = await widget.root
    .locator('.message a')
    .evaluateAll((found) =>
      found.map((link) => [
        link.getAttribute('href'),
        link.getAttribute('rel'),
        link.getAttributeNames().length,
      ]),
    );
  expect(links).toEqual([['https://shop.example/', 'noopener noreferrer nofollow ugc', 4]]);
  await expect.poll(() => widget.root.locator('img, script, style, b').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(violations).toEqual([]);
});
