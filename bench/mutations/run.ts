import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readCommandLine, refuse } from '../../bin/command-line.ts';

/** Lines that are taken into a sample together: a mutant that reaches beyond them is left out. */
const windowLines = 5;
const usage = `npm run mutate -- [FOLDER | FILE …] [options]

Changes the code here and there, and says which changes no test notices. Without folders: src/domain, src/operations, src/aws.

  --share NUMBER   a sample: windows of ${windowLines} lines, from 0 to 1 of all (1)
  --seed TEXT      which windows (1)
  --tests GLOB     with these tests only
  --help           this text`;

const { values, positionals } = readCommandLine(
  usage,
  {
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
  },
  Number.POSITIVE_INFINITY,
);
const [share, seed] = [Number(values.share), values.seed];
const folders = positionals.length > 0 ? positionals : ['src/domain', 'src/operations', 'src/aws'];
const files = folders.flatMap((path) => (path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`)));
if (!(share > 0 && share <= 1)) refuse('--share must be above 0 and at most 1, for example --share 0.05.');
if (files.length === 0) refuse(`There is no file of code in ${folders.join(', ')}.`);

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
