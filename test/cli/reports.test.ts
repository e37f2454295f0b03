import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { hourOf } from '../../src/domain/runs/local-time.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { say } from '../support/conversation.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import { runCli } from '../support/run-cli.ts';

let desk: Desk;
const billing = { id: 'billing', name: 'Billing', color: 'blue' as const };
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
/** Nine conversations: one of a human, who has ended it, eight that wait for their visitors. */
beforeAll(async () => {
  desk = await startDesk({
    clock,
    changeFolder: (folder) => ({ ...folder, tenant: { ...folder.tenant, labels: [billing] } }),
    own: { runs: (env) => createRuns(env, { nowMs }) },
  });
  const handed = await desk.begin();
  await desk.as(maria).take(handed.conversationId);
  await desk.as(maria).close(handed.conversationId);
  // Also after its end.
  await desk.as(maria).triage(handed.conversationId, { addLabels: ['billing'], priority: 'low' });
  for (let n = 0; n < 8; n += 1) await desk.begin(['hello']);
  await desk.stack.drain();
  clock.aheadMs += 2 * 60_000;
  await desk.stack.countRuns();
});
afterAll(() => desk.stack.stop());

const gateway = (...args: readonly string[]) =>
  runCli([...args, '--tenant', 'acme', '--endpoint', desk.stack.url], { nowMs });
/** On the tenant's clock, which is a day ahead of ours late in the evening. */
const today = () => hourOf('Europe/Berlin', nowMs()).date;
const began = today();

describe('conversation list', () => {
  it('continues page by page to the last, each conversation once', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: readonly string[] = cursor === null ? [] : ['--cursor', cursor];
      const run = await gateway('conversation', 'list', '--limit', '4', '--json', ...more);
      expect(run).toMatchObject({ code: 0, err: '' });
      const page = JSON.parse(run.out);
      seen.push(...page.items.map((row: { conversationId: string }) => row.conversationId));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(9);
    expect(seen).toHaveLength(9);
  });

  it('finds by status, as a table, as JSON and as CSV', async () => {
    const { code, out } = await gateway('conversation', 'list', '--status', 'active', '--flow', 'support');
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(1 + 8);
    expect(out).toMatch(/^last active +conversation +status/);
    expect(out).toContain('support@1/ask');
    const csv = await gateway(
      'conversation',
      'list',
      '--csv',
      '--from',
      began,
      '--place',
      'acme-web',
      '--channel',
      'webchat',
    );
    expect(csv.out).toMatch(/^conversationId,runId,status,/);
    expect(csv.out.split('\n')).toHaveLength(1 + 9);
    const none = await gateway('conversation', 'list', '--status', 'waiting');
    expect(none).toMatchObject({ code: 0, out: 'acme has no such conversations.' });
  });

  it('tells the user how to continue', async () => {
    const { err } = await gateway('conversation', 'list', '--limit', '2');
    const [, cursor = ''] = /^There are more: --cursor (\S+)$/.exec(err) ?? [];
    expect((await gateway('conversation', 'list', '--limit', '2', '--cursor', cursor)).code).toBe(0);
    const other = await gateway('conversation', 'list', '--status', 'active', '--cursor', cursor);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('cursor') });
  });

  it.each([
    [['--status', 'asleep'], 'asleep'],
    [['--user', 'u'], '--channel is needed by'],
    [['--version', '3'], '--version needs "flow"'],
    [['--limit', '0'], '--limit'],
    [['--from', 'yesterday'], '--from'],
    [['--json', '--csv'], '--csv'],
  ])('%j is a wrong call', async (args, said) => {
    const run = await gateway('conversation', 'list', ...args);
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
  });
});

describe('report', () => {
  it('shows the figures of the last week, or of a given range, beside the ones before', async () => {
    const { code, out } = await gateway('report', 'figures', '--compare');
    expect(code).toBe(0);
    expect(out).toMatch(/^acme, \S+ to \S+ in \S+, counted until \S+Z\n/);
    expect(out).toMatch(/\nconversations +9 +0\n/);
    const json = await gateway('report', 'figures', '--from', began, '--to', today(), '--json');
    expect(JSON.parse(json.out)).toMatchObject({ rows: [], total: { runs: { started: 9 } } });
    const days = await gateway('report', 'figures', '--group', 'day');
    expect(days.out.split('\n')).toHaveLength(1 + 1 + 7 + 1);
    const costs = await gateway('report', 'figures', '--group', 'channel', '--cost-by', 'flow');
    expect(costs.out).toMatch(/\nchannel +total +support\nwebchat +\$0\.0001 +\$0\.0001\ntotal /);
    const split = await gateway('report', 'figures', '--group', 'day', '--cost-by', 'flow', '--csv');
    const [names, ...lines] = split.out.split('\n').map((line) => line.split(','));
    expect(names?.at(-1)).toBe('costUsd.support');
    const last = lines.at(-1);
    expect(last?.at(-1)).toBe(last?.[names?.indexOf('costUsd') ?? -1]);
    const csv = await gateway('report', 'figures', '--group', 'queue', '--csv');
    expect(csv.out).toMatch(/^queue,runs\.started,/);
    expect(csv.out.split('\n').map((line) => line.split(',')[0])).toEqual(['queue', 'billing', 'total']);
    expect((await gateway('report', 'figures', '--group', 'owner')).out).toMatch(/\nMaria +1 +1 /);
  });

  it('shows the cost of every tenant, the most expensive first', async () => {
    const run = (...args: readonly string[]) =>
      runCli(['report', 'tenants', ...args, '--endpoint', desk.stack.url], { nowMs });
    const { code, out } = await run('--from', today(), '--to', today());
    expect(code).toBe(0);
    const [, head, first, ...others] = out.split('\n');
    expect(head).toMatch(/^tenant +conversations +visitors +visitor messages +cost \(estimate\)$/);
    expect(first).toMatch(/^acme +9 +1 +10 +\$0\.0001$/);
    expect(others.at(-1)).toMatch(/^total +\$0\.0001$/);
    const csv = (await run('--from', today(), '--to', today(), '--csv')).out.split('\n');
    expect(csv[0]).toMatch(/^tenant,runs\.started,.*,costUsd,/);
    expect(csv[1]).toMatch(/^acme,9,/);
    const { tenants } = JSON.parse((await run('--json')).out);
    expect(tenants.map((one: { tenantId: string }) => one.tenantId).sort()).toEqual([
      'acme',
      'globex',
      'initech',
    ]);
    expect(await run('--from', '2026-10-32')).toMatchObject({ code: 2 });
  });

  it('shows minimum counts of refused requests, by code and site', async () => {
    const none = await gateway('report', 'refusals');
    expect(none.out.split('\n').slice(1)).toEqual([
      '0 requests refused, 0 of them messages; kept for 90 days',
    ]);
    for (let n = 0; n < 2; n += 1) {
      const refused = await say(desk.stack, randomUUID(), 'hello', { origin: 'https://=evil.example' });
      expect(refused.status).toBe(403);
    }
    await say(desk.stack, randomUUID(), 'hello', { origin: 'https://shop.example' });
    clock.aheadMs += limits.noteMs;
    await say(desk.stack, randomUUID(), 'hello', { 'x-tenant-id': 'nobody' });
    const { out } = await gateway('report', 'refusals');
    expect(out.split('\n').slice(1)).toEqual([
      '3 requests refused, 3 of them messages; kept for 90 days',
      'code                site                  refused  messages',
      'origin_not_allowed  unreadable            2        2',
      'origin_not_allowed  https://shop.example  1        1',
    ]);
    const csv = await gateway('report', 'refusals', '--from', began, '--to', today(), '--csv');
    expect(csv.out).toMatch(/^code,origin,count,messages\norigin_not_allowed,unreadable,2,2\n/);
    const json = JSON.parse((await gateway('report', 'refusals', '--json')).out);
    expect(json).toMatchObject({ zone: 'Europe/Berlin', total: { count: 3, messages: 3 } });
  });

  it('counts conversations by label, also one that was labeled after its end, and finds them', async () => {
    const { out } = await gateway('report', 'labels');
    expect(out).toMatch(/\nbilling +Billing +1 +11\.1 %/);
    const csv = await gateway('report', 'labels', '--csv');
    expect(csv.out).toBe(`date,label,name,runs\n${began},billing,Billing,1`);
    const listed = await gateway('conversation', 'list', '--label', 'billing', '--priority', 'low', '--json');
    const [row, ...others] = JSON.parse(listed.out).items;
    expect(others).toEqual([]);
    expect((await gateway('conversation', 'show', row.conversationId)).out).toMatch(
      /\n {2}labels: billing\n {2}priority: low\n/,
    );
    expect((await gateway('conversation', 'list', '--label', 'vip')).out).toContain('no such');
  });

  it('shows the drop-off of a flow, and versions apart', async () => {
    const { out } = await gateway('report', 'steps', 'support', '--version', '1');
    expect(out).toMatch(/\n9 runs of flow support started\n/);
    expect(out).toMatch(/\n1 +ask +9 +100\.0 %/);
    const csv = await gateway('report', 'steps', 'support', '--csv');
    expect(csv.out).toMatch(/^flow,version,step,/);
    const versions = await gateway('report', 'versions', 'support', '--version', '2', '--against', '1');
    expect(versions.out).toMatch(/\nruns ended +0 +1\n/);
    expect(versions.out).toContain('fewer than 100 runs');
    const none = await gateway('report', 'steps', 'nowhere');
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is no flow nowhere') });
  });

  it.each([
    [['figures', '--from', '2026-10-32'], '--from'],
    [['figures', '--from', '2026-10-02', '--to', '2026-10-01'], '--to lies before'],
    [['figures', '--from', '2020-01-01'], '--to 400 days at most'],
    [['figures', '--version', '2'], '--version needs "flow"'],
    [['figures', '--channel', 'fax'], '--channel must be one of'],
    [['figures', '--group', 'moon'], 'moon'],
    [['figures', '--cost-by', 'moon'], 'moon'],
    [['figures', '--within', '7'], '--within'],
    [['steps'], 'flow'],
    [['refusals', '--from', '2026-10-32'], '--from'],
    [['refusals', '--channel', 'webchat'], '--channel'],
    [['versions', 'support', '--version', '2'], '--against'],
  ])('%j is a wrong call', async (args, said) => {
    const run = await gateway('report', ...args);
    expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining(said) });
  });
});
