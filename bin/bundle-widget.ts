import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** A file that browsers load. */
export interface WidgetBundle {
  readonly code: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Every source that it was made of. */
  readonly sources: readonly string[];
}

/** What the one-line install may weigh, gzipped. */
export const widgetBudgetBytes = 25 * 1024;

const entries = { iife: 'src/widget/main.ts', esm: 'src/widget/create-widget.ts' } as const;

/**
 * Bundles the widget: `iife` for a script tag, `esm` for sites with a bundler.
 * @throws when it does not compile
 * @see docs/widget.md
 */
export async function bundleWidget(format: keyof typeof entries): Promise<WidgetBundle> {
  const { outputFiles, metafile } = await build({
    metafile: true,
    entryPoints: [entries[format]],
    absWorkingDir: `${import.meta.dirname}/..`,
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    // The first that have everything the widget needs, `AbortSignal.any` being the latest of it.
    target: ['chrome116', 'firefox124', 'safari17.4'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
  });
  const code = outputFiles[0]?.text ?? '';
  return {
    code,
    bytes: Buffer.byteLength(code),
    gzipBytes: gzipSync(code, { level: 9 }).length,
    sources: Object.keys(metafile.inputs),
  };
}
