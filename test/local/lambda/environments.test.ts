import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FunctionName, functionTimeoutMs } from '../../../src/contract/function-settings.ts';
import {
  createVirtualClock,
  type EnvironmentsOptions,
  environments,
} from '../../../src/local/lambda/environments.ts';
import { inProcess } from '../../../src/local/preview/start-preview.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const names = Object.keys(functionTimeoutMs) as FunctionName[];

/** All functions made of one piece of code. */
async function start(code: string, options: Partial<EnvironmentsOptions> = {}, env = {}) {
  const file = join(await temporaryDirectory(), 'index.cjs');
  writeFileSync(file, code);
  const files = Object.fromEntries(names.map((name) => [name, file])) as Record<FunctionName, string>;
  const reports: unknown[] = [];
  const started = environments({ files, ...options })(env, (message, error) => {
    reports.push(`${message}: ${error}`);
  });
  onTestFinished(() => started.stop());
  return { ...started, reports, file };
}

/** Counts its events in a variable of the module. */
const counting = `
  let count = 0;
  exports.handler = async ({ waitMs = 0 }, context) => {
    count += 1;
    if (waitMs) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { count, name: context.functionName };
  };`;

describe('an environment', () => {
  it('keeps its memory to itself: neither another function nor another environment sees it', async () => {
    const { invoke, count } = await start(counting);
    const webchat = () => invoke('webchat', {});
    expect([await webchat(), await webchat()]).toMatchObject([{ count: 1 }, { count: 2 }]);
    expect(await invoke('poll', {})).toEqual({ count: 1, name: 'poll' });
    // The first one is at work, so that the next event has another.
    invoke('webchat', { waitMs: 60_000 }).catch(() => undefined);
    expect(await invoke('webchat', {})).toMatchObject({ count: 1 });
    expect(count('webchat')).toBe(2);
  });

  it('is frozen between its answer and the next event', async () => {
    const { invoke, left } = await start(`
      let ticks = 0;
      exports.handler = async ({ begin, pauseMs = 0 }) => {
        if (begin) setInterval(() => { ticks += 1; }, 1);
        if (pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs));
        return ticks;
      };`);
    await invoke('webchat', { begin: true });
    const before = Number(await invoke('webchat', {}));
    await new Promise((resolve) => setTimeout(resolve, 200));
    // A tick or two when it thaws, not the two hundred of the time between.
    expect(Number(await invoke('webchat', {})) - before).toBeLessThan(20);
    expect(Number(await invoke('webchat', { pauseMs: 300 })) - before).toBeGreaterThan(20);
    expect(left.slice(0, 2)).toEqual(['webchat: Timeout', 'webchat: Timeout']);
  });

  it('reports what an answer, or an error, has left running', async () => {
    const { invoke, left, reports } = await start(`
      const net = require('node:net');
      exports.handler = async ({ leave, fail }) => {
        if (leave === 'request') {
          const server = net.createServer().listen(0);
          await new Promise((resolve) => server.on('listening', resolve));
          net.connect(server.address().port);
        }
        if (leave === 'timer') setTimeout(() => undefined, 60_000);
        if (fail) throw new Error('failed');
      };`);
    await invoke('webchat', {});
    expect(left).toEqual([]);
    await expect(invoke('webchat', { leave: 'timer', fail: true })).rejects.toThrow('failed');
    await invoke('webhook', { leave: 'request' });
    expect(left[0]).toBe('webchat: Timeout');
    expect(left[1]).toMatch(/^webhook: .*TCP/);
    expect(reports).toContain('function webchat left something running: LeftRunningError: Timeout');
  });

  it('has the variables that the deployment gives its function, and no others', async () => {
    vi.stubEnv('OF_THE_DEVELOPER', 'yes');
    const env = { TABLE_PREFIX: 't-', ADMIN_ORIGINS: 'o', ID_SECRET: 's', ALSO: 'x', AWS_REGION: 'local' };
    const { invoke } = await start('exports.handler = async () => process.env', {}, env);
    const own = { POWERTOOLS_SERVICE_NAME: 'auth-bff', AWS_LAMBDA_FUNCTION_NAME: 'auth-bff' };
    const ofTests = { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true', TZ: 'UTC' };
    const shared = { TABLE_PREFIX: 't-', AWS_REGION: 'local', ...ofTests };
    expect(await invoke('auth-bff', {})).toEqual({ ...shared, ...own, ADMIN_ORIGINS: 'o' });
    expect(await invoke('poll', {})).toMatchObject({ ...shared, ID_SECRET: 's' });
    expect(await invoke('poll', {})).not.toHaveProperty('ADMIN_ORIGINS');
  });

  it('sees the time of a virtual clock everywhere', async () => {
    const clock = createVirtualClock();
    const { invoke } = await start(
      'exports.handler = async () => [Date.now(), new Date().getTime(), new Date(5).getTime(), new Date() instanceof Date]',
      { clock },
    );
    clock.advance(3_600_000);
    const [now, date, fixed, isDate] = (await invoke('webchat', {})) as number[];
    expect(now).toBeGreaterThan(Date.now() + 3_590_000);
    expect(date).toBeGreaterThan(Date.now() + 3_590_000);
    expect([fixed, isDate]).toEqual([5, true]);
  });

  it('writes what its function writes, in order, before its answer arrives', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    const { invoke } = await start(`
      exports.handler = async () => {
        console.log('one');
        process.stdout.write(Buffer.from('two\\n'));
        console.log('three');
      };`);
    await invoke('webchat', {});
    write.mockRestore();
    expect(lines.join('')).toContain('one\ntwo\nthree\n');
  });

  it('gets its name and its time, which runs from the event on', async () => {
    const { invoke } = await start(
      'exports.handler = async (_, context) => [context.functionName, context.getRemainingTimeInMillis()]',
    );
    for (const name of ['worker', 'pre-token'] as const) {
      const [ranAs, leftMs] = (await invoke(name, {})) as [string, number];
      expect(ranAs).toBe(name);
      expect(leftMs).toBeLessThanOrEqual(functionTimeoutMs[name]);
      expect(leftMs).toBeGreaterThan(functionTimeoutMs[name] - 1_000);
    }
  });

  it('is ended when its time is over, and the next event has a new one', async () => {
    const { invoke, reports, count } = await start(
      `let used = false;
      exports.handler = async ({ hang }) => {
        if (hang) for (;;);
        const result = used; used = true; return result;
      }`,
      { timeoutMs: { webchat: 1_000 } },
    );
    await invoke('webchat', {});
    await expect(invoke('webchat', { hang: true })).rejects.toMatchObject({ name: 'FunctionTimeoutError' });
    expect(reports).toEqual(['function webchat failed: FunctionTimeoutError: no answer within 1000 ms']);
    expect(count()).toBe(0);
    expect(await invoke('webchat', {})).toBe(false);
  });

  it('can be killed in the middle of an event', async () => {
    const { invoke, terminate } = await start(counting);
    const answer = invoke('webchat', { waitMs: 60_000 });
    const failed = expect(answer).rejects.toMatchObject({ name: 'EnvironmentEndedError' });
    await terminate('webchat');
    await failed;
    expect(await invoke('webchat', {})).toMatchObject({ count: 1 });
  });

  it.each([
    ['an error that nobody catches', 'setTimeout(() => { throw new TypeError("nobody"); })', 'TypeError'],
    ['a rejection that nobody catches', 'Promise.reject(new TypeError("nobody"))', 'TypeError'],
    ['an exit', 'process.exit(1)', 'EnvironmentEndedError'],
    ['nothing left to wait for', 'await new Promise(() => undefined)', 'EnvironmentEndedError'],
  ])('ends by %s, and its event fails', async (_, code, name) => {
    const { invoke } = await start(
      `exports.handler = async ({ end }) => {
        if (!end) return 'well';
        ${code};
        await new Promise((resolve) => setTimeout(resolve, 5_000).unref());
      }`,
    );
    await expect(invoke('webchat', { end: true })).rejects.toMatchObject({ name });
    expect(await invoke('webchat', {})).toBe('well');
  });

  it('that fails to start is reported, and the next event tries again', async () => {
    const { invoke, reports, file } = await start('throw new Error("not configured")');
    await expect(invoke('webchat', {})).rejects.toThrow('not configured');
    expect(reports).toEqual(['function webchat failed: Error: not configured']);
    writeFileSync(file, 'exports.handler = async () => "well"');
    expect(await invoke('webchat', {})).toBe('well');
  });

  it('gives an error its stack, in the sources where the bundle has a map', async () => {
    const { invoke, file } = await start('exports.handler = async () => { throw new TypeError("wrong") }');
    writeFileSync(
      `${file}.map`,
      JSON.stringify({ version: 3, sources: ['src/a.ts'], names: [], mappings: 'AAAA' }),
    );
    const error: unknown = await invoke('webchat', {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'TypeError',
      message: 'wrong',
      stack: expect.stringMatching(/^TypeError: wrong\n.*\/src\/a\.ts:1:1/),
    });
  });

  it('is ended after a long idle time', async () => {
    const { invoke, count } = await start(counting, { idleMs: 10 });
    await invoke('webchat', {});
    await expect.poll(() => count()).toBe(0);
    expect(await invoke('webchat', {})).toMatchObject({ count: 1 });
  });
});

describe('the environments of a function', () => {
  it('are limited to its concurrency; events above it are throttled', async () => {
    const { invoke, count } = await start(counting, { concurrency: { webchat: 2 } });
    const work = [1, 2, 3].map(() => invoke('webchat', { waitMs: 100 }));
    const outcomes = await Promise.allSettled(work);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toMatchObject({ reason: { name: 'FunctionThrottledError' } });
    expect(count('webchat')).toBeLessThanOrEqual(2);
    expect(await invoke('webchat', {})).toBeDefined();
  });

  it('serve a burst with fewer than one each, where the first ones are ready again in time', async () => {
    const { invoke, count } = await start(counting);
    const answers = await Promise.all(Array.from({ length: 100 }, () => invoke('webchat', {})));
    expect(answers).toHaveLength(100);
    expect(count('webchat')).toBeLessThan(50);
  });
});

describe('a function in this process', () => {
  const others = ['auth-bff', 'files', 'runs', 'service', 'test-chat', 'user-sync'];
  it.each(names.filter((name) => !others.includes(name) && !name.startsWith('admin')))(
    '%s is given up when its time is over',
    async (name) => {
      const reports: string[] = [];
      const { invoke } = inProcess(() => () => new Promise(() => undefined), { [name]: 10 })(
        { TABLE_PREFIX: 't-', AWS_REGION: 'local' },
        (message, error) => void reports.push(`${message}: ${error}`),
      );
      await expect(invoke(name, {})).rejects.toMatchObject({ name: 'FunctionTimeoutError' });
      expect(reports).toEqual([`function ${name} failed: FunctionTimeoutError: no answer within 10 ms`]);
    },
  );
});
