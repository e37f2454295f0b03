import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { deny, facilities, ways } from '../support/deny.ts';
import { startBrowser } from '../support/start-browser.ts';
import { startShop } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';
import { chatInEveryTab } from './chat-in-every-tab.ts';

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop()]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

describe.each([...facilities.map((facility) => [facility]), [...facilities]])(
  'where the browser denies %s',
  (...denied) => {
    it.each(ways)('a chat works in every tab (%s)', async (way) => {
      await chatInEveryTab(browser, stack.url, (context) => deny(context, denied, way));
    });
  },
);
