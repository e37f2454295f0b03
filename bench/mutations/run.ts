import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Lines that are taken into a sample together: a mutant that reaches beyond them is left out. */
const windowLines = 5;
const usage =
  'npm run mutate -- src/domain src/aws/runs-table.ts [--share 0.1] [--seed 1] [--tests "test/domain/**/*.test.ts"]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
  },
});
const [share, seed] = [Number(values.share), values.seed];
const folders = positionals.length > 0 ? positionals : ['src/domain', 'src/operations', 'src/aws'];
const files = folders.flatMap((path) => (path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`)));
if (files.length === 0 || !(share > 0 && share <= 1)) throw new Error(usage);

/** A number from 0 to below 1 that seed and place decide. */
function chance(place: string): number {
  return createHash('sha256').update(`${seed}:${place}`).digest().readUInt32BE() / 2 ** 32;
}

/** What of a file is mutated: all, or windows of lines. */
function rangesOf(file: string): string[] {
  if (share === 1) return [file];
  const windows = Math.ceil(readFileSync(file, 'utf8').split('\n').length / windowLines);
  return Array.from({ length: windows }, (_, n) => n)
    .filter((n) => chance(`${file}:${n}`) < share)
    .map((n) => `${file}:${n * windowLines + 1}-${(n + 1) * windowLines}`);
}

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, ...(values.tests && { MUTATE_TESTS: values.tests }) };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

const here = 'bench/mutations';
const stryker = `${here}/node_modules/@stryker-mutator/core/bin/stryker.js`;
if (!existsSync(stryker)) run('npm', ['ci', '--prefix', here, '--no-fund', '--no-audit']);
const ranges = files.flatMap(rangesOf);
run(process.execPath, [stryker, 'run', `${here}/stryker.config.json`, '--mutate', ranges.join(',')]);
