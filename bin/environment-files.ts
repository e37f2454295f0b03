import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type BundleName, bundleFile, bundleFolder } from '../lib/bundles.ts';
import { functions } from '../lib/functions.ts';
import type { FunctionName } from '../src/contract/function-settings.ts';
import type { FunctionFiles } from '../src/local/lambda/environments.ts';
import { type BundleSize, bundleFunctions } from './bundle-functions.ts';

const root = 'dist/environments';
const manifestFile = join(root, 'manifest.json');
/** Besides its sources, what a bundle depends on. */
const recipe = [
  'bin/environment-files.ts',
  'bin/bundle-functions.ts',
  'bin/esbuild-plugins.ts',
  'lib/bundles.ts',
  'package.json',
  'package-lock.json',
  // Bundles hold their rows only.
  ...globSync('src/contract/routes/*.ts'),
];

/** What the bundles were made of: each file with its size and the time of its last change. */
interface Manifest {
  readonly folder: string;
  readonly bundles: readonly BundleSize[];
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The bundles of the functions as they are deployed, for environments on this machine: built when a source has changed,
 * into a folder named by the content, so that those of a running process stay as they are.
 * @throws when a source does not compile
 */
export async function environmentFiles(): Promise<FunctionFiles> {
  const { folder } = await environmentBundles();
  const fileOf = (name: BundleName) => resolve(bundleFolder(name, folder), bundleFile);
  return Object.fromEntries(
    Object.entries(functions).map(([name, { bundle }]) => [name, fileOf(bundle)]),
  ) as Record<FunctionName, string>;
}

/** The same, as what was built: the folder, and of each bundle its size and what it was made of. */
export async function environmentBundles(): Promise<Pick<Manifest, 'folder' | 'bundles'>> {
  return upToDate() ?? (await build());
}

function upToDate(): Manifest | undefined {
  if (!existsSync(manifestFile)) return undefined;
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const same = Object.entries(manifest.files).every(([file, version]) => versionOf(file) === version);
  return same && existsSync(manifest.folder) ? manifest : undefined;
}

async function build(): Promise<Manifest> {
  // Several processes may build at a time, each its own; the last manifest stands, and all are good.
  const fresh = join(root, `new-${randomUUID()}`);
  mkdirSync(fresh, { recursive: true });
  const built = await bundleFunctions(fresh, undefined, true);
  const hash = createHash('sha256');
  for (const { name } of built)
    for (const file of codeIn(bundleFolder(name, fresh))) hash.update(readFileSync(file));
  const folder = join(root, hash.digest('hex').slice(0, 16));
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    // The same content has been built before.
    rmSync(fresh, { recursive: true });
  }
  const sources = new Set([...recipe, ...built.flatMap((bundle) => bundle.sources)]);
  const files = Object.fromEntries([...sources].map((file) => [file, versionOf(file)]));
  const manifest: Manifest = { folder, bundles: built, files };
  writeFileSync(`${fresh}.json`, JSON.stringify(manifest));
  renameSync(`${fresh}.json`, manifestFile);
  return manifest;
}

/** The bundle, and what lies beside it to be loaded at the start or on demand. */
function codeIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => /\.[cm]js$/.test(file));
  return files.toSorted().map((file) => join(folder, file));
}

function versionOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : 'absent';
}
