import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseCommandLine, UsageError } from '../../bin/command-line.ts';

const run = promisify(execFile);
const files = globSync(['bin/**/*.{ts,mjs}', 'bench/**/*.ts'], {
  exclude: (name) => /node_modules/.test(String(name)),
});
const reading = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

/** What people call, with arguments. */
const programs = reading(/\breadCommandLine\(usage|\breadStartOptions\(process/);

describe('a program of bin and bench', () => {
  it('reads its command line by the helper; the product has its own, and a row of the bench calls first-turn', () => {
    expect(programs).toContain('bin/cost.ts');
    expect(reading(/process\.argv|parseArgs/).filter((file) => !programs.includes(file))).toEqual([
      'bench/first-turn.ts',
      'bin/command-line.ts',
      'bin/gateway-installed.ts',
      'bin/gateway.mjs',
      'bin/gateway.ts',
    ]);
  });

  it.each(programs)('%s prints its usage', async (program) => {
    const { stdout, stderr } = await run(process.execPath, [program, '--help']);
    expect(stdout).toMatch(/^(npm run |node |Runs )[\s\S]{60}/);
    expect(stderr).toBe('');
  });

  it.each(programs)('%s refuses an option that it does not have', async (program) => {
    const refused = run(process.execPath, [program, '--strange', '--help']);
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--strange'\.\n(\nnpm start -- --help.*\n)?$/),
    });
  });
});

describe('a command line', () => {
  const options = { port: { type: 'string' }, quick: { type: 'boolean' } } as const;

  it('is read with its arguments', () => {
    expect(parseCommandLine(['--port', '1', 'file', '-h'], options, 1)).toMatchObject({
      values: { port: '1', help: true },
      positionals: ['file'],
    });
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'."],
    [['--port'], "Option '--port <value>' argument missing."],
    [['--port', '--quick'], "Option '--port' argument is ambiguous."],
    [['--quick=yes'], "Option '--quick' does not take an argument."],
    [['one', 'two'], "Unexpected argument 'two'."],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => parseCommandLine(args, options, 1)).toThrow(new UsageError(sentence));
  });
});

it('the command line ends without an error when its output is closed early', async () => {
  const gateway = spawn(process.execPath, ['bin/gateway.mjs', '--help']);
  gateway.stdout.destroy();
  const closed = once(gateway, 'close');
  expect(await text(gateway.stderr)).toBe('');
  expect(await closed).toEqual([0, null]);
});
