import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { SimulatorFiles } from '../src/local/simulator/serve-page.ts';

const folder = join(import.meta.dirname, '../src/local/simulator/page');

/**
 * Makes the files of the simulator's page.
 * @throws Error that names what does not compile
 */
export async function bundleSimulator(): Promise<SimulatorFiles> {
  const [html, css, script] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    readFile(join(folder, 'page.css'), 'utf8'),
    build({
      entryPoints: [join(folder, 'main.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2023',
      charset: 'utf8',
    }),
  ]);
  return { html, css, js: script.outputFiles[0]?.text ?? '' };
}
