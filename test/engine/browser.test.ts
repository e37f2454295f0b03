import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { build } from 'esbuild';
import { type Browser, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { runScript } from '../../src/engine/run-script.ts';
import type { validateFlow } from '../../src/engine/validate.ts';
import pizza from './fixtures/pizza.json' with { type: 'json' };
import script from './fixtures/pizza.script.json' with { type: 'json' };

interface Engine {
  readonly runScript: typeof runScript;
  readonly validateFlow: typeof validateFlow;
}

const engineFolder = join(import.meta.dirname, '../../src/engine');
let browser: Browser;

beforeAll(async () => {
  browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, '--no-sandbox'],
    headless: true,
  });
});

afterAll(async () => {
  await browser.close();
});

/** The engine's modules as a page gets them; anything of Node in them would not bundle. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { runScript } from './run-script.ts'; export { validateFlow } from './validate.ts';",
      resolveDir: engineFolder,
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'engine',
  });
  return outputFiles[0]?.text ?? '';
}

describe('in a browser', () => {
  it('the engine runs unchanged', async () => {
    const page = await browser.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.addScriptTag({ content: await bundle() });
    const results = await page.evaluate(
      async ([flow, played]) => {
        const { runScript, validateFlow } = (globalThis as unknown as { engine: Engine }).engine;
        const validation = validateFlow(flow);
        if (!validation.ok) return validation;
        return await runScript(validation.flow, played);
      },
      [pizza, script] as const,
    );
    expect(results).toMatchObject({ ok: true });
    expect(errors).toEqual([]);
  });
});
