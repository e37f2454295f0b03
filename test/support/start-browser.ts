import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { vi } from 'vitest';

// A browser shares the processors with all other tests.
vi.setConfig({ testTimeout: 180_000 });

/** How long a browser may take over one thing; it takes that long only where nothing comes. */
export const browserPatienceMs = 60_000;

/** A real browser with its rules on: the package's own arguments switch CORS off and end it with the first context. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
    headless: true,
  });
}
