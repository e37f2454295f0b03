import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type AdminFiles, adminRoot } from '../src/local/pages/admin-page.ts';
import { buildAdmin } from './build-admin.ts';

const root = 'dist/admin-files';
/** The sources of the console: its layer, the layers it may import, and the files its examples are read from. */
const sources = ['src/admin', 'src/browser', 'src/contract', 'src/engine', 'src/widget', 'examples/flows'];
const recipe = ['bin/build-admin.ts', 'bin/third-party-notices.ts', 'package.json', 'package-lock.json'];

/**
 * The admin application as it is deployed, under its path on this machine: built when a source has changed, and kept for
 * all processes that ask for it.
 * @throws Error that names what does not compile
 */
export async function adminFiles(): Promise<AdminFiles> {
  const file = join(root, keyOfSources());
  const kept = readKept(file);
  if (kept) return kept;
  const built = await buildAdmin(adminRoot);
  mkdirSync(root, { recursive: true });
  for (const old of readdirSync(root)) rmSync(join(root, old), { force: true });
  // Several processes may build at a time: each file is whole, and all are good.
  const fresh = join('dist', `admin-${randomUUID()}`);
  writeFileSync(fresh, serialize(built));
  renameSync(fresh, file);
  return built;
}

/** Another process may have removed it, as that of earlier sources. */
function readKept(file: string): AdminFiles | undefined {
  try {
    return deserialize(readFileSync(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function keyOfSources(): string {
  const hash = createHash('sha256');
  for (const file of [...recipe, ...sources.flatMap(filesIn)]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
