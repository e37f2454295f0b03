import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const commands = [
  'completion',
  'contact erase',
  'contact export',
  'contact list',
  'contact show',
  'conversation list',
  'conversation restart',
  'conversation search',
  'conversation show',
  'conversation triage',
  'dlq drop',
  'dlq list',
  'dlq redrive',
  'dlq show',
  'flow chat',
  'flow dev',
  'flow diff',
  'flow init',
  'flow links',
  'flow list',
  'flow publish',
  'flow pull',
  'flow replay',
  'flow rollback',
  'flow share',
  'flow show',
  'flow test',
  'flow unshare',
  'flow validate',
  'label list',
  'label remove',
  'label set',
  'logs tail',
  'message why',
  'preflight',
  'queue list',
  'queue set',
  'queue show',
  'report figures',
  'report labels',
  'report refusals',
  'report steps',
  'report tenants',
  'report versions',
  'tenant apply',
  'tenant init',
  'tenant list',
  'tenant remove',
  'tenant resume',
  'tenant show',
  'tenant suspend',
  'use',
  'user delete',
  'user disable',
  'user enable',
  'user invite',
  'user list',
  'user reset',
  'user set-role',
  'user sign-out',
  'user sync',
  'visit',
  'visitor erase',
  'visitor export',
  'widget list',
];

describe('the command line', () => {
  it.each(commands)('explains %s with examples', async (command) => {
    const run = await runCli([...command.split(' '), '--help']);
    expect(run.code).toBe(0);
    expect(run.out).toContain(`Usage: gateway ${command}`);
    expect(run.out).toMatch(new RegExp(`Examples:\\n {2}npx gateway ${command}`));
  });

  it('tells its version', async () => {
    const { code, out } = await runCli(['--version']);
    expect([code, out]).toEqual([0, JSON.parse(readFileSync('package.json', 'utf8')).version]);
  });

  it('has no other commands', async () => {
    const { out: help } = await runCli(['--help']);
    const names = help.matchAll(/^ {2}([a-z]+) {2,}\S/gm);
    const found = [...help.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(([, name = '']) => name);
    for (const [, group = ''] of names) {
      const { out } = await runCli([group, '--help']);
      for (const [, name] of out.matchAll(/^ {2}([a-z-]+) \[options\]/gm)) found.push(`${group} ${name}`);
    }
    expect(found.sort()).toEqual(commands);
  });

  it.each([
    ['an unknown command', ['flow', 'paint']],
    ['no command', ['flow']],
    ['an unknown option', ['tenant', 'list', '--local', '--colour']],
    ['a missing argument', ['tenant', 'show', '--local']],
    ['a missing option', ['flow', 'publish', 'flow.json', '--local']],
    ['no gateway', ['tenant', 'list']],
    ['two gateways', ['tenant', 'list', '--local', '--stage', 'dev']],
    ['a stage that can not be one', ['tenant', 'list', '--stage', 'Prod!']],
    ['a value without a name', ['flow', 'test', 'examples/tenants/acme/flows/support.json', '--set', 'x']],
    ['a version that is none', ['flow', 'rollback', 'support', '--tenant', 'acme', '--local', '--to', 'one']],
  ])('%s exits with 2 and names the mistake', async (_title, args) => {
    const run = await runCli(args);
    expect(run).toMatchObject({ code: 2, out: '' });
    // Of a group alone, help is the answer.
    expect(run.err).toMatch(/^[A-Z"-].*\.$|^Usage: /m);
  });

  it('says how to start a local stack that does not answer', async () => {
    const run = await runCli(['tenant', 'list', '--endpoint', 'http://127.0.0.1:1']);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(
      /No local stack responds at http:\/\/127\.0\.0\.1:1\.\nStart it with `npm start`/,
    );
  });

  it('prints its errors as JSON for programs', async () => {
    const run = await runCli(['tenant', 'list', '--endpoint', 'http://127.0.0.1:1', '--json']);
    expect(JSON.parse(run.err)).toEqual({
      error: {
        message: expect.stringContaining('No local stack'),
        mend: expect.stringContaining('npm start'),
      },
    });
  });

  it('starts from its launcher, also with another Node, and passes on the exit code', () => {
    const launch = (...args: string[]) =>
      spawnSync(process.execPath, ['bin/gateway.mjs', ...args], { encoding: 'utf8', env: {} });
    expect(launch('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npx gateway') });
    expect(launch('tenant', 'list')).toMatchObject({ status: 2, stderr: expect.stringContaining('--local') });
  });

  describe("without the project's Node", () => {
    /** A clone with this in its folder of packages. */
    async function launchWith(files: Readonly<Record<string, string>>) {
      const clone = await temporaryDirectory();
      cpSync('bin/gateway.mjs', join(clone, 'bin/gateway.mjs'));
      for (const [name, content] of Object.entries(files)) {
        const path = join(clone, 'node_modules', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
      }
      const launched = spawnSync(process.execPath, [join(clone, 'bin/gateway.mjs'), '--help'], {
        encoding: 'utf8',
      });
      return { ...launched, stderr: launched.stderr.replaceAll(clone, 'CLONE') };
    }
    const packaged = { 'node/package.json': '{"name":"node","version":"24.0.0"}' };

    it('says that no packages are installed', async () => {
      expect(await launchWith({})).toMatchObject({
        status: 1,
        stdout: '',
        stderr: "The project's packages are not installed. Run this in CLONE:\n  npm ci\n",
      });
    });

    it('says that its install script did not run', async () => {
      const launched = await launchWith(packaged);
      expect(launched).toMatchObject({ status: 1, stdout: '' });
      expect(launched.stderr).toMatch(
        /Node is missing, because npm .* \(ignore-scripts\)\.\nRun this in CLONE:\n/,
      );
      expect(launched.stderr).toMatch(/^ {2}npm rebuild node --ignore-scripts=false$/m);
    });

    it('says that it cannot be run', async () => {
      const launched = await launchWith({ ...packaged, 'node/bin/node': '' });
      expect(launched).toMatchObject({ status: 1, stdout: '' });
      expect(launched.stderr).toMatch(/can't run on this machine \(EACCES of CLONE.*\)[\s\S]* {2}npm ci\n$/);
    });
  });
});
