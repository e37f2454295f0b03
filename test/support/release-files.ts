import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionName } from '../../src/contract/function-settings.ts';
import type { FunctionFiles } from '../../src/local/lambda/environments.ts';

const run = promisify(execFile);

/** Where bundles of earlier commits are kept, each made once. */
const releases = 'dist/releases';
const filesName = 'files.json';

/** Whether the clone lacks a commit because it is shallow. */
export function isCutOff(commit: string): boolean {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
  if (git('cat-file', '-e', `${commit}^{commit}`).status === 0) return false;
  return git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true';
}

/**
 * The functions' bundles as an earlier commit makes them, for `environments`. They are made of git's history, with this
 * clone's packages or, where those no longer fit, the commit's own.
 * @throws Error when the clone lacks the commit, as a shallow one does
 */
export async function releaseFiles(commit: string): Promise<FunctionFiles> {
  const folder = resolve(releases, commit);
  const kept = await readFile(join(folder, filesName), 'utf8').catch(() => null);
  const files: Record<FunctionName, string> = JSON.parse(kept ?? (await build(commit, folder)));
  const absolute = Object.entries(files).map(([name, file]) => [name, join(folder, file)]);
  return Object.fromEntries(absolute) as FunctionFiles;
}

async function build(commit: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await extract(commit, folder);
  const packages = join(folder, 'node_modules');
  await symlink(resolve('node_modules'), packages);
  const made = await bundle(folder).catch(async () => {
    // A package that the commit needs is no longer among ours, or has changed.
    await rm(packages);
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    return bundle(folder);
  });
  const files = Object.entries(made).map(([name, file]) => [name, relative(folder, file)]);
  for (const source of [...sources, 'node_modules']) await rm(join(folder, source), { recursive: true });
  const text = JSON.stringify(Object.fromEntries(files));
  // The last of all: what was cut short is made anew.
  await writeFile(join(folder, `${filesName}.new`), text);
  await rename(join(folder, `${filesName}.new`), join(folder, filesName));
  return text;
}

/** What makes the bundles, and is gone once they are there. */
const sources = ['bin', 'lib', 'src', 'package.json', 'package-lock.json'];

async function extract(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', '--output', archive, commit, ...sources]).catch(() => {
    throw new Error(
      `git has no commit ${commit} here, of which this test makes bundles: run \`git fetch --unshallow\`, or check out with the whole history.`,
    );
  });
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  await rm(archive);
}

async function bundle(folder: string): Promise<FunctionFiles> {
  const script =
    "import { environmentFiles } from './bin/environment-files.ts'; console.log(JSON.stringify(await environmentFiles()));";
  const { PATH, HOME } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { PATH, HOME },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
