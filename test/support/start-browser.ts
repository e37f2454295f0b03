import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { vi } from 'vitest';
import { slowAnswers } from './slow-answers.ts';

// A browser shares the processors with all other tests.
vi.setConfig({ testTimeout: 180_000 });

/** How long a browser may take over one thing; it takes that long only where nothing comes. */
export const browserPatienceMs = 60_000;

let launched: Promise<Browser> | undefined;

/**
 * A real browser with its rules on. The files of a process have one after the other the same: contexts share nothing,
 * closing ends those of the file, and the browser itself ends with the process.
 */
export async function startBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launch();
  const browser = await launched;
  if (!browser) throw new Error('the browser ended');
  const opened = new Set<BrowserContext>();
  const keep = <T>(value: T, context: BrowserContext): T => {
    opened.add(context);
    context.once('close', () => void opened.delete(context));
    return value;
  };
  const own: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    async newContext(options) {
      const context = await browser.newContext(options);
      await slowAnswers(context);
      return keep(context, context);
    },
    async newPage(options) {
      const page = await browser.newPage(options);
      await slowAnswers(page.context());
      return keep(page, page.context());
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get: (target, name) => Reflect.get(name in own ? own : target, name),
  });
}

/** The package's own arguments switch CORS off and end it with the first context. */
async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await sparticuz.executablePath()),
    args: ['--no-sandbox', '--disable-gpu'],
    headless: true,
  });
}
