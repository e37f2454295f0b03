import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FunctionLogs, LogEvent } from '../../src/aws/function-logs.ts';
import { type FunctionEvent, followLogs, logLine, patternOf } from '../../src/cli/commands/logs-tail.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const event = (id: string, timeMs: number, text: string | object = {}): LogEvent => ({
  id,
  timeMs,
  text: typeof text === 'string' ? text : JSON.stringify({ level: 'INFO', message: id, ...text }),
});

describe('a function log that is followed', () => {
  /** One page a round; the rounds of each function one after the other. */
  function logsOf(rounds: Readonly<Record<string, readonly (readonly LogEvent[])[]>>): FunctionLogs {
    const left = new Map(Object.entries(rounds).map(([name, pages]) => [name, [...pages]]));
    return {
      read: async (name, { sinceMs }) => {
        const page = left.get(name)?.shift();
        return page ? { events: page.filter(({ timeMs }) => timeMs >= sinceMs), next: undefined } : null;
      },
    };
  }

  async function idsOf(logs: FunctionLogs, functions: readonly string[], rounds: number) {
    const read: string[][] = [];
    const pauses: number[] = [];
    const following = followLogs(logs, {
      ...{ functions, sinceMs: 0, follow: true },
      isOver: () => pauses.filter((ms) => ms >= 1_000).length >= rounds,
      pause: async (ms) => void pauses.push(ms),
    });
    for await (const round of following) read.push(round.map(({ id }) => id));
    return { read, pauses };
  }

  it('prints each event once, also one that arrives late, and a round in order of time', async () => {
    const logs = logsOf({
      webchat: [
        [event('a', 100_000), event('c', 102_000)],
        [event('a', 100_000), event('late', 99_000), event('c', 102_000)],
      ],
      worker: [[event('b', 101_000)], [event('b', 101_000), event('d', 103_000)]],
    });
    expect((await idsOf(logs, ['webchat', 'worker'], 2)).read).toEqual([
      ['a', 'b', 'c'],
      ['late', 'd'],
    ]);
  });

  it('reads at most four times a second, and passes over a function without a log', async () => {
    const { read, pauses } = await idsOf(logsOf({ webchat: [[event('a', 1)]] }), ['poll', 'webchat'], 1);
    expect(read).toEqual([['a']]);
    expect(pauses).toEqual([250, 250, 1_000]);
  });
});

describe('a line of a log', () => {
  const of = (text: string | object): FunctionEvent => ({
    ...event('an answer', Date.parse('2026-11-22T10:00:00.5Z'), text),
    functionName: 'webchat',
  });

  it('shows time, source, level, message, request, and its fields', () => {
    const fields = {
      correlationId: 'abc',
      service: 'webchat',
      cold_start: true,
      status: 200,
      reason: 'two words',
    };
    expect(logLine(of(fields))).toBe(
      '2026-11-22T10:00:00.500Z  webchat       INFO   an answer  abc  status=200  reason="two words"',
    );
  });

  it('is one line, whatever it holds', () => {
    const forged = '2026-11-22T10:00:00Z  webchat  INFO  all is well';
    expect(logLine(of({ message: `a\n${forged}` }))).not.toContain('\n');
    expect(logLine(of({ field: `a\n${forged}` }))).not.toContain('\n');
    expect(logLine(of(`no JSON\n${forged}`))).not.toContain('\n');
  });

  it('is left out for metrics and for reports of what went well, and shows a timeout', () => {
    expect(logLine(of(JSON.stringify({ _aws: {}, Turns: 1 })))).toBeNull();
    expect(
      logLine(of(JSON.stringify({ type: 'platform.report', record: { status: 'success' } }))),
    ).toBeNull();
    expect(logLine(of(JSON.stringify({ type: 'platform.report', record: { status: 'timeout' } })))).toContain(
      'ERROR  platform.report {"status":"timeout"}',
    );
  });

  it('is filtered by level, request and tenant', () => {
    expect(patternOf({ level: 'debug' })).toBeUndefined();
    expect(patternOf({ level: 'warn', correlationId: 'c', tenantId: 't' })).toBe(
      '{ ($.level = "WARN" || $.level = "ERROR") && $.correlationId = "c" && $.tenantId = "t" }',
    );
  });
});

describe('logs tail', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startTestStack({ env: { POWERTOOLS_LOG_LEVEL: 'INFO' } });
  });
  afterAll(() => stack.stop());
  // Environments write their lines to this process's output, too.
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

  const tail = (...args: string[]) => runCli(['logs', 'tail', '--endpoint', stack.url, ...args]);

  it('prints what the functions logged of one request', async () => {
    const response = await stack.post('/v1/webchat/messages', {
      ...{ tenantId: 'acme', conversationId: null, channel: 'webchat' },
      ...{ from: { id: randomUUID() }, content: { text: 'a secret of the visitor' } },
    });
    const id = response.headers.get('x-correlation-id') ?? '';
    const { code, out } = await tail('--no-follow', '--correlation', id);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^\\S+  webchat       INFO   .*  ${id}  `));
    expect(out).not.toContain('a secret of the visitor');
    expect((await tail('--no-follow', '--correlation', id, '--level', 'error')).out).toBe('');
    expect((await tail('--no-follow', '--correlation', id, '--function', 'worker')).out).toBe('');
    const [line] = (await tail('--no-follow', '--correlation', id, '--json')).out.split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'INFO', correlationId: id });
  });

  it('goes on until it is interrupted', async () => {
    const heard = Promise.withResolvers<void>();
    const running = runCli(['logs', 'tail', '--endpoint', stack.url, '--function', 'webchat'], {
      out: () => heard.resolve(),
      interrupted: () => heard.promise,
    });
    await stack.post('/v1/nowhere', '{}');
    expect(await running).toMatchObject({ code: 0, out: expect.stringContaining('webchat') });
  });

  it.each([
    [['--since', 'yesterday'], 'is not a duration'],
    [['--function', 'wbchat'], 'There is no function "wbchat"'],
    [['--correlation', 'x" || $.a = "b'], 'is not a valid ID'],
    [['--level', 'loud'], 'Allowed choices are debug, info, warn, error'],
  ])('refuses %j', async (args, said) => {
    const { code, err } = await tail(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });
});
