import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWidget, type WidgetBundle } from './bundle-widget.ts';

/** `widget.js` for a script tag, `widget.mjs` for sites with a bundler. */
const files = { 'widget.js': 'iife', 'widget.mjs': 'esm' } as const;

/**
 * Builds the widget's files.
 * @throws when it does not compile
 */
export async function buildWidget(outDir: string): Promise<ReadonlyMap<string, WidgetBundle>> {
  await mkdir(outDir, { recursive: true });
  const built = await Promise.all(
    Object.entries(files).map(async ([name, format]) => [name, await bundleWidget(format)] as const),
  );
  for (const [name, { code }] of built) await writeFile(join(outDir, name), code);
  return new Map(built);
}
