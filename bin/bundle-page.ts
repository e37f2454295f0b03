import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { PageFiles } from '../src/local/pages/live-page.ts';

/**
 * Reads `page.html` of a folder and bundles its `page.css` and its script.
 * @throws Error that names what does not compile
 */
export async function bundlePage(folder: string, script = 'main.ts'): Promise<PageFiles> {
  const [html, css, js] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    build({ entryPoints: [join(folder, 'page.css')], bundle: true, write: false, charset: 'utf8' }),
    build({
      entryPoints: [join(folder, script)],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      charset: 'utf8',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  ]);
  const textOf = ({ outputFiles }: { readonly outputFiles: readonly { readonly text: string }[] }) =>
    outputFiles[0]?.text ?? '';
  return { html, css: textOf(css), js: textOf(js) };
}

/**
 * Makes the files of the simulator's page.
 * @throws Error that names what does not compile
 */
export function bundleSimulator(): Promise<PageFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/page'), 'main.tsx');
}

/**
 * Builds the page of the simulated contact center.
 * @throws Error that names what does not compile
 */
export function bundleDesk(): Promise<PageFiles> {
  return bundlePage(join(import.meta.dirname, '../src/local/simulator/center/page'), 'main.tsx');
}
