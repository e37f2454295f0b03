import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

async function completed(...typed: readonly string[]): Promise<readonly string[]> {
  const { out } = await runCli(['completion', 'bash']);
  const words = ['gateway', ...typed].map((word) => `'${word}'`).join(' ');
  const asked = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _gateway; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync('bash', ['-c', `${out}\n${asked}`], { encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
  return run.stdout.split('\n').filter(Boolean).sort();
}

describe('the shell completes', () => {
  it.each([
    [['fl'], ['flow']],
    [
      ['flow', 'p'],
      ['publish', 'pull'],
    ],
    [['--quiet', 'flow', 'di'], ['diff']],
    [['flow', 'diff', 'a.json', '--dr'], ['--draft']],
    [['tenant', 'suspend', 'acme', '--y'], ['--yes']],
    [['tenant', 'nothing', 'app'], ['apply']],
    [['flow', 'publish', 'xyz'], []],
  ])('%j to %j', async (typed, expected) => {
    expect(await completed(...typed)).toEqual(expected);
  });

  it('in every supported shell, and in no other', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { code, out } = await runCli(['completion', shell]);
      expect([code, out]).toEqual([0, expect.stringContaining('flow publish')]);
    }
    expect(await runCli(['completion', 'tcsh'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Shell 'tcsh' is not known\. Allowed choices are bash, zsh, fish\.\n/),
    });
  });
});
