import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, parse, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import {
  type BundleName,
  bundleFile,
  bundleFolder,
  bundleRoot,
  bundles,
  hasStart,
  startFile,
} from '../lib/bundles.ts';
import {
  deferPackages,
  inlineRouteRows,
  type LazyPackages,
  prepareSources,
  splitLazyPackages,
} from './esbuild-plugins.ts';
import { noticesFile, thirdPartyNotices } from './third-party-notices.ts';

/** The size of one bundle. */
export interface BundleSize {
  readonly name: BundleName;
  /** What a cold start reads, without files loaded on demand. */
  readonly bytes: number;
  readonly gzipBytes: number;
  /** The packages and folders that weigh most, heaviest first. */
  readonly heaviest: readonly { readonly source: string; readonly bytes: number }[];
  /** Files beside the bundle, each loaded on first use. */
  readonly lazyFiles: readonly string[];
  /** Its contents, without files loaded on demand. */
  readonly inputs: readonly string[];
  /** Every source that it was made of. */
  readonly sources: readonly string[];
}

/** How functions are bundled. Each setting saves milliseconds of every cold start. @see design 7 "Cold start" */
export const functionBundleOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // ES module sources of the SDK can be tree-shaken; `main` is CommonJS throughout.
  mainFields: ['module', 'main'],
  minify: true,
  // An ESM import of `node:http` loads undici; `require` does not.
  supported: { 'dynamic-import': false },
  // Loaded by the SDK only where the environment has no credentials: Lambda's always has its role's.
  external: [
    '@aws-sdk/credential-provider-http',
    '@aws-sdk/credential-provider-ini',
    '@aws-sdk/credential-provider-login',
    '@aws-sdk/credential-provider-process',
    '@aws-sdk/credential-provider-sso',
    '@aws-sdk/credential-provider-web-identity',
    '@aws-sdk/nested-clients',
    '@smithy/credential-provider-imds',
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

const start = `import { createRequire } from 'node:module';
const bundle = createRequire(import.meta.url)('./${bundleFile}');
await bundle.start();
export const handler = bundle.handler;
`;

/**
 * Flows whose expressions are names alone, and all that runs no flow, need no interpreter of CEL; what calls over IPv4 and
 * links to a name needs nothing that reads addresses; what is logged of a request is a line that needs no library.
 */
const deferred = ['@aws-lambda-powertools/logger', '@marcbachmann/cel-js', 'ipaddr.js'];

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
  const lazy: LazyPackages = new Map();
  const entries = names.map((name) => ({ in: bundles[name], out: join(name, parse(bundleFile).name) }));
  const { metafile, outputFiles } = await write(entries, root, lazy, sourcemap);
  const onDemand = await bundleLazy(lazy);
  for (const name of names) await mkdir(bundleFolder(name, root), { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  return Promise.all(names.map((name) => complete(name, root, metafile, onDemand)));
}

/** Lays beside a bundle what it loads on demand, and the notices. */
async function complete(
  name: BundleName,
  root: string,
  metafile: Metafile,
  onDemand: ReadonlyMap<string, LazyFile>,
): Promise<BundleSize> {
  const folder = bundleFolder(name, root);
  const output = outputOf(metafile, bundles[name]);
  const lazyFiles = filesOnDemand(output, onDemand);
  for (const [file, { code }] of lazyFiles) await writeFile(join(folder, file), code);
  const sources = new Set([
    ...sourcesOf(metafile, bundles[name]),
    ...[...lazyFiles.values()].flatMap((file) => [...file.sources]),
  ]);
  if (hasStart(name)) await writeFile(join(folder, startFile), start);
  await writeFile(join(folder, noticesFile), thirdPartyNotices(sources));
  const code = await readFile(join(folder, bundleFile));
  return {
    name,
    bytes: code.length,
    gzipBytes: gzipSync(code).length,
    heaviest: heaviestOf(output.inputs),
    lazyFiles: [...lazyFiles.keys()],
    inputs: Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
    sources: [...sources],
  };
}

/** A file beside bundles. */
interface LazyFile {
  readonly code: Uint8Array;
  readonly output: Output;
  readonly sources: ReadonlySet<string>;
}

type Output = Metafile['outputs'][string];

/** One run for all entries reads and parses once what they have in common, which is most of it: the SDK. */
function write(
  entryPoints: { readonly in: string; readonly out: string }[],
  outdir: string,
  lazy: LazyPackages,
  sourcemap = false,
) {
  return build({
    ...functionBundleOptions,
    // No comment in the bundle names it: the code is what is deployed, byte for byte.
    ...(sourcemap && { sourcemap: 'external', sourcesContent: false }),
    plugins: [inlineRouteRows, prepareSources, splitLazyPackages(lazy), deferPackages(deferred, lazy)],
    entryPoints,
    outdir,
    outExtension: { '.js': parse(bundleFile).ext },
    write: false,
  });
}

/** All packages that something loads lazily, with those that they load lazily themselves. */
async function bundleLazy(lazy: LazyPackages): Promise<ReadonlyMap<string, LazyFile>> {
  const done = new Map<string, LazyFile>();
  for (;;) {
    const todo = [...lazy].filter(([file]) => !done.has(file));
    if (todo.length === 0) return done;
    const entries = todo.map(([file, entry]) => ({ in: entry, out: parse(file).name }));
    const { metafile, outputFiles } = await write(entries, '.', lazy);
    for (const [file, entry] of todo) {
      const output = outputOf(metafile, entry);
      const code = outputFiles.find(({ path }) => basename(path) === file)?.contents;
      if (!code) throw new Error(`${file} was not written`);
      done.set(file, { code, output, sources: sourcesOf(metafile, entry) });
    }
  }
}

/** What a bundle imports dynamically, and the imports of that. */
function filesOnDemand(bundle: Output, lazy: ReadonlyMap<string, LazyFile>): ReadonlyMap<string, LazyFile> {
  const found = new Map<string, LazyFile>();
  const look = ({ imports }: Output) => {
    for (const { path } of imports) {
      const file = lazy.get(basename(path));
      if (!file || found.has(basename(path))) continue;
      found.set(basename(path), file);
      look(file.output);
    }
  };
  look(bundle);
  return found;
}

function outputOf({ outputs }: Metafile, entry: string): Output {
  const found = Object.values(outputs).find(
    ({ entryPoint }) => entryPoint && resolve(entryPoint) === resolve(entry),
  );
  if (!found) throw new Error(`${entry} was not bundled`);
  return found;
}

/** Everything that an entry can reach, also what was shaken off. */
function sourcesOf({ inputs }: Metafile, entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (source: string) => {
    if (found.has(source) || !inputs[source]) return;
    found.add(source);
    for (const { path, external } of inputs[source].imports) if (!external) walk(path);
  };
  walk(relative('.', entry));
  return found;
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
