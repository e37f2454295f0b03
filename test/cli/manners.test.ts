import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError, UsageError } from '../../src/cli/explain-error.ts';
import { hasColors, type Io } from '../../src/cli/io.ts';
import { confirm } from '../../src/cli/new-command.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

it.each(['-bcDEF123456789012345678', '--cDEF123456789012345678'])(
  'the ID %s, which begins with a hyphen, is an ID and no option',
  async (id) => {
    const run = await runCli(['conversation', 'show', id, '--tenant', 'acme', '--endpoint', stack.url]);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining(id) });
    expect((await runCli(['conversation', 'show', '--no-such-option'])).code).toBe(2);
  },
);

describe('a command that visitors would notice', () => {
  const deployed = { label: 'gateway-prod-* in eu-central-1', local: null };
  const asked = async (
    typed: readonly string[],
    options: { readonly yes?: boolean } = {},
    isTerminal = true,
  ) => {
    const said: string[] = [];
    const input = Readable.from(typed.map((line) => `${line}\n`));
    const io = { isTerminal, input, err: (text: string) => void said.push(text) } as unknown as Io;
    await confirm(io, deployed, options, 'Stop serving tenant acme');
    return said;
  };

  it('runs on a deployment after a typed yes, and names it before', async () => {
    expect(await asked(['yes'])).toEqual([
      'Stop serving tenant acme in gateway-prod-* in eu-central-1? Type yes to continue.',
    ]);
  });

  it.each([[['no']], [['y']], [[]]])('does not run for %j', async (typed) => {
    await expect(asked(typed)).rejects.toThrow(new CommandError('Nothing was done.'));
  });

  it('runs without a question with --yes, and is refused where no one can answer', async () => {
    expect(await asked([], { yes: true }, false)).toEqual([]);
    await expect(asked([], {}, false)).rejects.toThrow(UsageError);
  });

  it.each([
    ['tenant', 'suspend', 'acme'],
    ['flow', 'rollback', 'support', '--tenant', 'acme'],
    ['dlq', 'redrive'],
    ['dlq', 'drop', 'x'],
    ['tenant', 'apply', 'examples/tenants/acme'],
    ['contact', 'erase', 'x', '--tenant', 'acme'],
    ['visitor', 'erase', 'x', '--tenant', 'acme', '--channel', 'webchat'],
  ])('can be confirmed beforehand: %s %s', async (...args) => {
    expect((await runCli([...args, '--help'])).out).toContain('-y, --yes');
  });

  it('runs without a question locally', async () => {
    const local = ['--endpoint', stack.url];
    expect((await runCli(['tenant', 'suspend', 'globex', ...local])).code).toBe(0);
    expect((await runCli(['tenant', 'resume', 'globex', ...local])).code).toBe(0);
  });
});

describe('gateway use', () => {
  it('remembers the gateway, which each command names; an option wins', async () => {
    const HOME = await temporaryDirectory();
    const run = (...args: readonly string[]) => runCli(args, { env: { HOME } });
    expect((await run('tenant', 'list')).code).toBe(2);
    expect((await run('use', '--endpoint', stack.url)).code).toBe(0);
    expect(existsSync(join(HOME, '.config/messaging-gateway/context.json'))).toBe(true);
    expect(await run('tenant', 'list')).toMatchObject({
      code: 0,
      out: expect.stringContaining('acme'),
      err: `--endpoint ${stack.url}, the default set with \`gateway use\``,
    });
    expect(await run('tenant', 'list', '--quiet')).toMatchObject({ code: 0, err: '' });
    const other = await run('tenant', 'list', '--endpoint', 'http://127.0.0.1:1');
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('127.0.0.1:1') });
    expect((await run('use')).out).toContain(stack.url);
    expect((await run('use', '--none')).code).toBe(0);
    expect((await run('tenant', 'list')).code).toBe(2);
  });

  it.each([
    [['--stage', 'dev', '--local'], 'More than one'],
    [['--stage', 'Prod!'], 'is not a valid stage name'],
  ])('refuses %j', async (args, message) => {
    const HOME = await temporaryDirectory();
    const run = await runCli(['use', ...args], { env: { HOME } });
    expect(run).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect((await runCli(['use'], { env: { HOME } })).out).toContain('no default gateway');
  });

  it("says when it can't store it", async () => {
    expect(await runCli(['use', '--stage', 'dev'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Set HOME'),
    });
  });
});

describe('color', () => {
  const colors = { out: true, err: true };
  const esc = String.fromCharCode(27);

  it('marks warnings and errors on a terminal, and nothing that a program reads', async () => {
    const file = join(await temporaryDirectory(), 'caller.json');
    const steps = {
      ask: { kind: 'call', flow: 'elsewhere', next: 'bye' },
      bye: { kind: 'end', text: 'Bye' },
    };
    writeFileSync(file, JSON.stringify({ id: 'caller', version: 1, start: 'ask', steps }));
    const shown = await runCli(['flow', 'validate', file], { colors });
    expect(shown.out).toContain(`${esc}[33m  warning: `);
    const error = await runCli(['tenant', 'list', '--endpoint', 'http://127.0.0.1:1'], { colors });
    expect(error.err).toMatch(new RegExp(`^${esc}\\[31mNo local stack`));
    for (const args of [
      ['flow', 'validate', file, '--json'],
      ['tenant', 'list', '--json'],
    ]) {
      const { out, err } = await runCli(args, { colors });
      expect(out + err).not.toContain(esc);
    }
  });

  it.each([
    ['on a terminal', { isTTY: true }, {}, true],
    ['in a pipe', {}, {}, false],
    ['where NO_COLOR is set', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['where NO_COLOR is empty', { isTTY: true }, { NO_COLOR: '' }, true],
    ['in a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1' }, true],
    ['on a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('%s', (_title, stream, env, expected) => {
    expect(hasColors(stream, env)).toBe(expected);
  });
});
