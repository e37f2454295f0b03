import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A page of the laptop's, as it is served. */
export interface PageFiles {
  readonly html: string;
  readonly css: string;
  readonly js: string;
}

/**
 * Reads `page.html` and `page.css` of a folder and bundles its `main.ts`.
 * @throws Error that names what does not compile
 */
export async function bundlePage(folder: string): Promise<PageFiles> {
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
