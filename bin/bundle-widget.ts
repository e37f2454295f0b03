import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** The files for browsers. */
export interface WidgetBundle {
  readonly code: string;
  readonly bytes: number;
  /** The total of what loads with the page. */
  readonly gzipBytes: number;
  /** What loads later, or in the module build beside it. */
  readonly parts: readonly WidgetPart[];
  /** Every source that it was made of. */
  readonly sources: readonly string[];
}

/** The size budget of the one-line install, gzipped. */
export const widgetBudgetBytes = 25 * 1024;

const common = {
  absWorkingDir: `${import.meta.dirname}/..`,
  bundle: true,
  write: false,
  metafile: true,
  platform: 'browser',
  // The first that have everything the widget needs, `AbortSignal.any` being the latest of it.
  target: ['chrome116', 'firefox124', 'safari17.4'],
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
} as const satisfies BuildOptions;

/** The size of what is sent. */
export const gzipSize = (code: string) => gzipSync(code, { level: 9 }).length;

/**
 * Bundles the widget: `iife` for a script tag, `esm` for sites with a bundler.
 * @throws when it does not compile
 * @see docs/widget.md
 */
export function bundleWidget(format: 'iife' | 'esm'): Promise<WidgetBundle> {
  return format === 'iife' ? bundleScript() : bundleModules();
}

async function bundleScript(): Promise<WidgetBundle> {
  const parts: WidgetPart[] = [];
  const sources: string[] = [];
  const bundlePart = async (entry: string) => {
    const part = await build({ ...common, entryPoints: [entry], format: 'esm' });
    sources.push(...Object.keys(part.metafile.inputs));
    return part.outputFiles[0]?.text ?? '';
  };
  const plugins = [splitWidgetParts(bundlePart, parts)];
  const entryPoints = ['src/widget/main.ts'];
  const { outputFiles, metafile } = await build({ ...common, entryPoints, format: 'iife', plugins });
  const code = outputFiles[0]?.text ?? '';
  sources.push(...Object.keys(metafile.inputs));
  return { code, bytes: Buffer.byteLength(code), gzipBytes: gzipSize(code), parts, sources };
}

/** Bundles the component for a framework, which imports the framework and the module build. */
export async function bundleComponent(framework: 'react' | 'vue'): Promise<string> {
  const module: Plugin = {
    name: 'module-beside',
    setup({ onResolve }) {
      onResolve({ filter: /\/create-widget\.ts$/ }, () => ({ path: './widget.mjs', external: true }));
    },
  };
  const { outputFiles } = await build({
    ...common,
    entryPoints: [`src/widget/frameworks/${framework}.ts`],
    format: 'esm',
    external: [framework],
    plugins: [module],
  });
  return outputFiles[0]?.text ?? '';
}

async function bundleModules(): Promise<WidgetBundle> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { widget: 'src/widget/create-widget.ts' },
    format: 'esm',
    splitting: true,
    outdir: 'out',
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
  });
  const codeOf = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const code = codeOf.get('widget.mjs') ?? '';
  const beside = (metafile.outputs['out/widget.mjs']?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => codeOf.get(basename(path)) ?? '');
  codeOf.delete('widget.mjs');
  return {
    code,
    bytes: Buffer.byteLength(code),
    gzipBytes: [code, ...beside].reduce((sum, text) => sum + gzipSize(text), 0),
    parts: [...codeOf].map(([file, text]) => ({ file, code: text })),
    sources: Object.keys(metafile.inputs),
  };
}

/** The script and the style sheet of the page of test links. */
export interface TestPageFiles {
  readonly js: string;
  readonly css: string;
}

/** Bundles what the page of test links is made of besides the widget. */
export async function bundleTestPage(): Promise<TestPageFiles> {
  const text = async (entry: string) => {
    const entryPoints = [`src/widget/test-page/${entry}`];
    const { outputFiles } = await build({ ...common, entryPoints, format: 'esm' });
    return outputFiles[0]?.text ?? '';
  };
  const [js, css] = await Promise.all([text('main.ts'), text('page.css')]);
  return { js, css };
}

/** A file that the widget loads when it is first wanted. */
interface WidgetPart {
  /** `de.<SHA-256 of the content, base64url>.js` */
  readonly file: string;
  readonly code: string;
}

const dynamicImport = /import\('(\.[^']+)\.ts'\)/g;

/** Makes every `import()` of `src/widget/parts.ts` a call that loads the part by the name of its content. */
function splitWidgetParts(bundlePart: (entry: string) => Promise<string>, found: WidgetPart[]): Plugin {
  return {
    name: 'split-widget-parts',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/widget\/parts\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const names = new Map<string, string>();
        for (const [, entry = ''] of source.matchAll(dynamicImport)) {
          const code = await bundlePart(join(dirname(path), `${entry}.ts`));
          const name = `${basename(entry)}.${createHash('sha256').update(code).digest('base64url')}`;
          names.set(entry, name);
          found.push({ file: `${name}.js`, code });
        }
        const calls = source.replace(dynamicImport, (_whole, entry) => `loadPart('${names.get(entry)}')`);
        return { contents: `import { loadPart } from './load-part.ts';\n${calls}`, loader: 'ts' };
      });
    },
  };
}
