import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { StartPreview } from '../src/cli/flow-preview.ts';
import type { PreviewFiles } from '../src/local/preview/preview-pages.ts';
import * as local from '../src/local/preview/start-preview.ts';
import { bundleWidget } from './bundle-widget.ts';

const folder = join(import.meta.dirname, '../src/local/preview/page');

/** Starts what `gateway flow dev` serves. @throws Error with code `EADDRINUSE` when the port is taken */
export const startPreview: StartPreview = async (options) => {
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
  return local.startPreview({ ...options, files: await previewFiles() });
};

async function previewFiles(): Promise<PreviewFiles> {
  const [html, css, script, widget] = await Promise.all([
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
    bundleWidget('iife'),
  ]);
  return { html, css, js: script.outputFiles[0]?.text ?? '', widget: widget.code };
}
