import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { peopleWhoAnswer } from '../../src/operations/handoff/list-teammates.ts';
import { copyTenant, runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const gateway = (...args: readonly string[]) =>
  runCli(['label', ...args, '--tenant', 'acme', '--endpoint', stack.url]);

it('a label is created, renamed without losing its color, listed and deleted', async () => {
  expect(await gateway('list')).toMatchObject({ code: 0, out: 'There are no labels.' });
  expect((await gateway('set', 'billing', '--name', 'Billing', '--color', 'blue')).code).toBe(0);
  expect((await gateway('set', 'billing', '--name', 'Invoices')).code).toBe(0);
  expect(JSON.parse((await gateway('list', '--json')).out)).toEqual([
    { id: 'billing', name: 'Invoices', color: 'blue' },
  ]);
  // Another writing of the same letters.
  const same = await gateway('set', 'other', '--name', 'ｉｎｖｏｉｃｅｓ​');
  expect(same).toMatchObject({ code: 2, err: expect.stringContaining('has two labels of one name') });
  expect(await gateway('set', 'blank', '--name', '​')).toMatchObject({
    code: 2,
    err: expect.stringContaining('needs a visible character'),
  });
  // A folder without labels says nothing about them.
  const applied = ['tenant', 'apply', copyTenant('acme'), '--overwrite', '--yes', '--endpoint', stack.url];
  expect(await runCli(applied)).toMatchObject({ code: 0, out: expect.not.stringContaining('labels') });
  expect(JSON.parse((await gateway('list', '--json')).out)).toHaveLength(1);
  expect((await gateway('remove', 'billing')).code).toBe(0);
  expect(await gateway('remove', 'billing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no label billing'),
  });
});

it('a queue is created, limited, listed and reset', async () => {
  const queue = (...args: readonly string[]) =>
    runCli(['queue', ...args, '--tenant', 'acme', '--endpoint', stack.url]);
  const stored = new DirectoryRecordsTable(
    createAwsClients(stack.env).dynamodb,
    String(stack.env.TABLE_PREFIX),
  );
  const [member] = (await peopleWhoAnswer({ records: stored }, 'acme')).map(({ id }) => id);
  const limited = ['--assignment', 'automatic', '--limit', '3', '--members', String(member)];
  const set = await queue('set', 'night', ...limited);
  expect(set).toMatchObject({ code: 0, out: 'queue night is set, everywhere within a minute' });
  const hours = { monday: ['22:00-24:00'] };
  expect((await queue('set', 'night', '--target', '300', '--hours', JSON.stringify(hours))).code).toBe(0);
  const shown = async () => JSON.parse((await queue('show', 'night', '--json')).out);
  const now = { queue: 'night', isAutomatic: true, maxConversations: 3, members: [member], flows: [] };
  expect(await shown()).toEqual({ ...now, targetSeconds: 300, hours });
  const reset = ['--members', 'default', '--limit', 'default', '--hours', 'default'];
  expect((await queue('set', 'night', ...reset)).code).toBe(0);
  expect(await shown()).toMatchObject({ isAutomatic: true, maxConversations: 5, targetSeconds: 300 });
  expect(Object.keys(await shown())).not.toContain('members');
  expect((await queue('list')).out).toMatch(/night +automatic +all agents +5 +300 s +/);
  const wrong = [
    ['--limit', 'many'],
    ['--hours', '{'],
    ['--hours', '{"monday":["18:00-09:00"]}'],
  ];
  for (const options of [...wrong, ['--members', 'nobody']])
    expect((await queue('set', 'night', ...options)).code).not.toBe(0);
  const none = { code: 1, err: expect.stringContaining('There is no queue') };
  expect(await queue('show', 'nowhere')).toMatchObject(none);
});

it('a conversation is labeled, prioritized, snoozed and brought back', async () => {
  expect((await gateway('set', 'vip')).code).toBe(0);
  const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() };
  const body = { text: 'agent', attachments: [], user: { id: 'x' } };
  const { conversationId } = await (await stack.post('/v1/webchat/messages', body, headers)).json();
  const triage = (...args: readonly string[]) =>
    runCli([
      'conversation',
      'triage',
      String(conversationId),
      ...args,
      '--tenant',
      'acme',
      '--endpoint',
      stack.url,
    ]);
  const until = new Date(Date.now() + 60 * 60_000).toISOString();
  expect((await triage('--label', 'vip', '--priority', 'high', '--snooze', until)).code).toBe(0);
  const show = ['conversation', 'show', String(conversationId), '--json', '--endpoint', stack.url];
  const shown = async () => JSON.parse((await runCli(show)).out);
  expect(await shown()).toMatchObject({ labels: ['vip'], priority: 'high', snoozedUntil: until });
  expect((await triage('--unlabel', 'vip', '--wake')).code).toBe(0);
  expect(await shown()).toMatchObject({ labels: [], priority: 'high', snoozedUntil: null });
  for (const wrong of [[], ['--label', 'unknown'], ['--snooze', 'tomorrow']])
    expect((await triage(...wrong)).code).not.toBe(0);
});
