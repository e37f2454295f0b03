import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyTenant, editJson, runCli } from '../support/run-cli.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';

/** The command line and the console work on the same flow; neither overwrites what the other did unseen. */
const shared = shareAdminApi({ sessionsPerAddress: null, keepsConversations: true });
const headers = { 'x-tenant-id': 'globex' };
const directory = copyTenant('globex');
const file = join(directory, 'flows/survey.json');

const inConsole = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  shared.api.as('super-admin')(method, `/flows/survey${path}`, {
    headers: { ...headers, ...more },
    ...(body !== undefined && { body }),
  });
const gateway = (...args: readonly string[]) => runCli([...args, '--endpoint', shared.api.url]);
const publishFile = (...more: readonly string[]) =>
  gateway('flow', 'publish', file, '--tenant', 'globex', ...more);
const apply = (...more: readonly string[]) => gateway('tenant', 'apply', directory, ...more);
const live = async () => (await inConsole('GET', '')).body.live.version;
const write = (version: number) => editJson(file, (flow) => ({ ...flow, version }));

async function publishDraft(title: string) {
  const { body, etag } = await inConsole('GET', '/draft');
  const { definition, layout, conversations } = body;
  const content = { definition: { ...definition, title }, layout, conversations };
  const saved = await inConsole('PUT', '/draft', content, { 'if-match': etag });
  return inConsole('POST', '/publish', { note: 'made in the console' }, { 'if-match': saved.etag });
}

it('a version that the console published is not replaced by files that may not know it', async () => {
  expect((await publishDraft('From the console')).body.version).toBe(2);
  write(3);
  for (const run of [await publishFile(), await apply()]) {
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('in the console');
  }
  expect(await live()).toBe(2);
  expect((await publishFile('--over', '1')).code).toBe(1);
  expect((await publishFile('--over', '2')).code).toBe(0);
  expect(await live()).toBe(3);
});

it('a version that the command line published is seen by every publisher of a draft', async () => {
  const { etag } = await inConsole('GET', '/draft');
  write(4);
  expect((await publishFile()).code).toBe(0);
  const stale = await inConsole('POST', '/publish', { note: 'made in the console' }, { 'if-match': etag });
  expect(stale.status).toBe(412);
  expect(stale.body.current).toMatchObject({ live: { version: 4 }, basedOn: 1 });
  const { body } = await inConsole('GET', '/versions');
  expect(
    body.items.map(({ version, source }: { version: number; source: string }) => [version, source]),
  ).toEqual([
    [4, 'files'],
    [3, 'files'],
    [2, 'draft'],
    [1, 'files'],
  ]);
});

it('applying an unchanged folder undoes no rollback, and says so', async () => {
  expect((await gateway('flow', 'rollback', 'survey', '--tenant', 'globex', '--to', '3')).code).toBe(0);
  const run = await apply();
  expect(run.code).toBe(0);
  expect(run.out).toContain('version 3 stays live; the folder has version 4, which was rolled back');
  expect(await live()).toBe(3);
  const { etag } = await inConsole('GET', '');
  await inConsole('POST', '/rollback', { version: 1 }, { 'if-match': etag });
  expect((await apply()).code).toBe(0);
  expect(await live()).toBe(1);
});

it('a new version in the folder becomes live, once the console may be overwritten', async () => {
  write(5);
  expect((await apply()).code).toBe(1);
  expect((await apply('--overwrite')).code).toBe(0);
  expect(await live()).toBe(5);
  write(6);
  expect((await apply()).code).toBe(0);
  expect(await live()).toBe(6);
});
