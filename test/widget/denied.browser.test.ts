import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { deny, type Facility, facilities, fillStorage, type Way } from '../support/deny.ts';
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

/** All of a site's data, as browsers deny it. */
const siteData: readonly Facility[] = [
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'locks',
  'BroadcastChannel',
];

// Each facility in each way: denied.browser.long.test.ts.
it.each<[Way, readonly Facility[]]>([
  ['refusing', ['locks']],
  ['missing', ['BroadcastChannel']],
  ['throwing', siteData],
  ['refusing', facilities],
])('a chat works in every tab where the browser answers %s for %s', async (way, denied) => {
  await chatInEveryTab(browser, stack.url, (context) => deny(context, denied, way));
});

it('a chat works in every tab where the storage is full', async () => {
  await chatInEveryTab(browser, stack.url, fillStorage);
});
