import { join } from 'node:path';
import type { StartPreview } from '../src/cli/io.ts';
import type { PreviewFiles } from '../src/local/preview/start-preview.ts';
import * as local from '../src/local/preview/start-preview.ts';
import { bundlePage } from './bundle-page.ts';
import { bundleWidget } from './bundle-widget.ts';

const folder = join(import.meta.dirname, '../src/local/preview/page');

/** Starts what `gateway flow dev` serves. @throws Error with code `EADDRINUSE` when the port is taken */
export const startPreview: StartPreview = async (options) => {
  process.env.POWERTOOLS_METRICS_DISABLED ??= 'true';
  return local.startPreview({ ...options, files: await previewFiles() });
};

async function previewFiles(): Promise<PreviewFiles> {
  const [page, widget] = await Promise.all([bundlePage(folder), bundleWidget('iife')]);
  return { ...page, widget };
}
