import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { vi } from 'vitest';

// A browser shares the processors with all other tests.
vi.setConfig({ testTimeout: 90_000 });

/** A real browser with its rules on: the package's own arguments switch CORS off and end it with the first context. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
    headless: true,
  });
}
