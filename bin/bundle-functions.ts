import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { type BundleName, bundleFile, bundleFolder, bundleRoot, bundles } from '../lib/bundles.ts';
import { keepErrorNames, type LazyPackages, splitLazyPackages } from './esbuild-plugins.ts';
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts';

/** How large one bundle became. */
export interface BundleSize {
  readonly name: BundleName;
  /** What a cold start reads; files loaded on demand are not counted. */
  readonly bytes: number;
  readonly gzipBytes: number;
  /** The packages and folders that weigh most, heaviest first. */
  readonly heaviest: readonly { readonly source: string; readonly bytes: number }[];
  /** Files beside the bundle, each loaded by the first that asks for it. */
  readonly lazyFiles: readonly string[];
  /** Every source that it was made of. */
  readonly sources: readonly string[];
}

/** Each setting here is worth milliseconds of every cold start. @see design 7 "Cold start" */
const options = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // ES module sources of the SDK can be tree-shaken; `main` is CommonJS throughout.
  mainFields: ['module', 'main'],
  minify: true,
  // An ESM import of `node:http` loads undici; `require` does not.
  supported: { 'dynamic-import': false },
  alias: { '@aws-sdk/credential-provider-node': './src/aws/lambda-credentials.ts' },
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

const allBundles = Object.keys(bundles) as BundleName[];

/**
 * Bundles functions, each into its folder.
 * @param sourcemap writes a map beside each bundle, whose bytes stay the same
 * @throws when an entry is missing or does not compile
 * @see design 5.1, 7
 */
export async function bundleFunctions(
  root = bundleRoot,
  names: readonly BundleName[] = allBundles,
  sourcemap = false,
): Promise<readonly BundleSize[]> {
  return Promise.all(names.map((name) => bundleFunction(name, root, sourcemap)));
}

async function bundleFunction(name: BundleName, root: string, sourcemap: boolean): Promise<BundleSize> {
  const outfile = join(bundleFolder(name, root), bundleFile);
  const lazy: LazyPackages = new Map();
  const { metafile } = await writeBundle(bundles[name], outfile, lazy, sourcemap);
  const sources = new Set(Object.keys(metafile.inputs));
  // A Map hands out what is added while it is walked: packages that lazy packages load lazily.
  for (const [file, entry] of lazy) {
    const beside = await writeBundle(entry, join(dirname(outfile), file), lazy);
    for (const source of Object.keys(beside.metafile.inputs)) sources.add(source);
  }
  await writeFile(join(dirname(outfile), noticesFile), thirdPartyNotices(sources));
  const output = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint);
  const code = await readFile(outfile);
  return {
    name,
    bytes: code.length,
    gzipBytes: gzipSync(code).length,
    heaviest: heaviestOf(output?.inputs ?? {}),
    lazyFiles: [...lazy.keys()],
    sources: [...sources],
  };
}

function writeBundle(entry: string, outfile: string, lazy: LazyPackages, sourcemap = false) {
  return build({
    ...options,
    // No comment in the bundle names it: the code is what is deployed, byte for byte.
    ...(sourcemap && { sourcemap: 'external', sourcesContent: false }),
    plugins: [keepErrorNames, splitLazyPackages(lazy)],
    entryPoints: [entry],
    outfile,
  });
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
