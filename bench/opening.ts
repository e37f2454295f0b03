import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A tab's session, to be given to another that has nothing else of the first. */
export interface KeptSession {
  readonly storage: string;
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
}

export async function keepSession(page: Page): Promise<KeptSession> {
  const storage = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
  return { storage, cookies: await page.context().cookies() };
}

/** Notes when so many cards are there and painted, and how long the page's thread worked until then. */
const watch = (storage: string, cards: number) => `(() => {
  for (const [key, value] of Object.entries(JSON.parse(${JSON.stringify(storage)}))) sessionStorage.setItem(key, value);
  const nodes = document.getElementsByClassName('react-flow__node');
  window.opened = new Promise((end) => {
    const found = new MutationObserver(() => {
      if (nodes.length < ${cards}) return;
      found.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => end(performance.now());
        port2.postMessage(null);
      });
    });
    found.observe(document, { childList: true, subtree: true });
  });
})()`;

const times = 5;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Opens a flow as somebody does who has never been there: nothing of the application is kept, also not compiled. Until all
 * its cards are painted, by the clock and in the page's own thread.
 */
export async function measureOpening(
  browser: Browser,
  { storage, cookies }: KeptSession,
  { name, url, cards, budgetMs }: { name: string; url: string; cards: number; budgetMs: number },
): Promise<{ readonly of: string; readonly isSlow: boolean }> {
  const took: { readonly ms: number; readonly threadMs: number }[] = [];
  for (let n = 0; n < times; n += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(watch(storage, cards));
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'commit' });
    const ms = await page.evaluate<number>('opened');
    const { metrics } = await session.send('Performance.getMetrics');
    const task = metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0;
    took.push({ ms, threadMs: task * 1_000 });
    await context.close();
  }
  const ms = median(took.map((one) => one.ms));
  const threadMs = median(took.map((one) => one.threadMs));
  const of = `${name}, opened cold`;
  console.log(
    `${of}: ${ms.toFixed(0)} ms of ${budgetMs} (median of ${times}), ${threadMs.toFixed(0)} ms of them in the page's thread`,
  );
  return { of, isSlow: ms > budgetMs };
}
