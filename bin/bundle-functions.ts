import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { type BundleName, bundleFile, bundleFolder, bundleRoot, bundles } from '../lib/bundles.ts';

/** How large one bundle became. */
export interface BundleSize {
  readonly name: BundleName;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** The packages and folders that weigh most, heaviest first. */
  readonly heaviest: readonly { readonly source: string; readonly bytes: number }[];
}

/** Error classes take their names from the class; keeping every name would cost a tenth of the bundle. */
const keepErrorNames: Plugin = {
  name: 'keep-error-names',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*errors?\.ts$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', keepNames: true });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Each setting here is worth milliseconds of every cold start. @see design 7 "Cold start" */
const options = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // ES module sources of the SDK can be tree-shaken; `main` is CommonJS throughout.
  mainFields: ['module', 'main'],
  minify: true,
  plugins: [keepErrorNames],
  alias: { '@aws-sdk/credential-provider-node': './src/aws/lambda-credentials.ts' },
  // An ESM import of `node:http` loads undici; `require` does not.
  supported: { 'dynamic-import': false },
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles every function into its folder.
 * @throws when an entry is missing or does not compile
 * @see design 5.1, 7
 */
export async function bundleFunctions(root = bundleRoot): Promise<readonly BundleSize[]> {
  const names = Object.keys(bundles) as BundleName[];
  return Promise.all(names.map((name) => bundleFunction(name, root)));
}

async function bundleFunction(name: BundleName, root: string): Promise<BundleSize> {
  const outfile = join(bundleFolder(name, root), bundleFile);
  const { metafile } = await build({ ...options, entryPoints: [bundles[name]], outfile });
  const [output] = Object.values(metafile.outputs);
  const code = await readFile(outfile);
  return {
    name,
    bytes: code.length,
    gzipBytes: gzipSync(code).length,
    heaviest: heaviestOf(output?.inputs ?? {}),
  };
}

function heaviestOf(inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>) {
  const sums = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const source = sourceOf(file);
    sums.set(source, (sums.get(source) ?? 0) + bytesInOutput);
  }
  return [...sums]
    .map(([source, bytes]) => ({ source, bytes }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5);
}

/** `node_modules/@smithy/core/dist/x.js` is `@smithy/core`; our own files are `src`. */
function sourceOf(file: string): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'src';
}
