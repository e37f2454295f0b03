import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The repository as it is, or as it was. */
export interface Checkout {
  readonly root: string;
  /** What an earlier one was asked for by. */
  readonly commit?: string;
  /** Loads a module of it; `T` is the type of today's. */
  load<T>(file: string): Promise<T>;
  remove(): void;
}

const of = (root: string, remove: () => void, commit?: string): Checkout => ({
  root,
  ...(commit !== undefined && { commit }),
  load: (file) => import(pathToFileURL(join(root, file)).href),
  remove,
});

/** What this process runs from. */
export const today = of(resolve(import.meta.dirname, '..'), () => undefined);

/**
 * An earlier commit in a folder of its own, with its own packages.
 * @throws Error of git for a commit that is not there, of npm when its packages can't be fetched
 */
export function checkOut(commit: string): Checkout {
  const root = join(mkdtempSync(join(tmpdir(), 'bench-')), 'before');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: today.root, stdio: 'pipe' });
  git('worktree', 'add', '--detach', root, commit);
  console.error(`installing the packages of ${commit}`);
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' });
  return of(root, () => void git('worktree', 'remove', '--force', root), commit);
}
