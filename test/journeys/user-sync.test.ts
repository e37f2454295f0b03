import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { CognitoUserPool, createCognitoClient } from '../../src/aws/user-pool.ts';
import { limits } from '../../src/contract/limits.ts';
import { directoryKeys, ofNoTenant } from '../../src/domain/directory-keys.ts';
import { createVirtualClock } from '../../src/local/lambda/environments.ts';
import type { DirectoryRecord } from '../../src/ports/directory-writer.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = createVirtualClock();
let proxy: FaultProxy;
let stack: TestStack;
let pool: CognitoUserPool;
let records: DirectoryRecordsTable;
beforeAll(async () => {
  proxy = await startFaultProxy();
  stack = await startTestStack({
    ...{ background: false, environments: { clock }, faultProxy: proxy, report: () => undefined },
  });
  pool = new CognitoUserPool(createCognitoClient(stack.env), String(stack.env.USER_POOL_ID));
  records = new DirectoryRecordsTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX));
  await stack.syncUsers();
});
afterEach(() => {
  proxy.decide = () => undefined;
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});

const nextDay = () => clock.advance(limits.userSyncEveryMs);
const entryOf = async (userId: string) =>
  (await records.find('acme', directoryKeys.user(userId)))?.attributes ?? null;
const place = async () => (await records.find(ofNoTenant, directoryKeys.userSync))?.attributes;

/** Somebody of the pool alone, as Cognito's own console would make them. */
async function newUser(role: 'admin' | 'editor' | 'viewer' = 'editor'): Promise<string> {
  const email = `${randomUUID()}@acme.example`;
  const user = await pool.create({ email, name: undefined, tenantId: 'acme', role });
  if (!user) throw new Error('the address is taken');
  return user.id;
}

async function wholeIndex(): Promise<readonly DirectoryRecord[]> {
  return records.list('acme', directoryKeys.users, { limit: 1_000 });
}

describe('a user who was changed in the pool directly', () => {
  it('is right in the index after the job, which changes nothing when it runs again', async () => {
    const [lowered, disabled, deleted] = [await newUser('admin'), await newUser(), await newUser()];
    nextDay();
    await stack.syncUsers();
    expect(await entryOf(lowered)).toMatchObject({ role: 'admin', status: 'invited' });
    await pool.setRole(lowered, 'viewer');
    await pool.disable(disabled);
    await pool.remove(deleted);
    const created = await newUser('viewer');
    nextDay();
    await stack.syncUsers();
    expect(await entryOf(lowered)).toMatchObject({ role: 'viewer' });
    expect(await entryOf(disabled)).toMatchObject({ status: 'disabled' });
    expect(await entryOf(deleted)).toBeNull();
    expect(await entryOf(created)).toMatchObject({ role: 'viewer', status: 'invited' });
    const before = await wholeIndex();
    nextDay();
    await stack.syncUsers();
    // Revisions too: nothing was written.
    expect(await wholeIndex()).toEqual(before);
  });

  it('is unchanged after a run that an outage interrupts, and the next run continues there', async () => {
    const users: string[] = [];
    // More than a page, one after the other: each has a password hashed.
    while (users.length < 70) users.push(await newUser());
    nextDay();
    await stack.syncUsers();
    for (const id of users) await pool.setRole(id, 'viewer');
    const before = await wholeIndex();
    nextDay();
    let pages = 0;
    proxy.decide = ({ operation, input }) => {
      const isPlace = operation === 'PutItem' && JSON.stringify(input).includes(directoryKeys.userSync);
      if (isPlace) pages += 1;
      return pages > 1 ? 'failed' : undefined;
    };
    await expect(stack.syncUsers()).rejects.toThrow();
    expect(await place()).toMatchObject({ next: { reads: 'pool', after: expect.any(String) } });
    const roles = async () => (await wholeIndex()).map(({ attributes }) => attributes.role);
    // Some are mended and nobody is gone.
    expect(await roles()).toHaveLength(before.length);
    proxy.decide = () => undefined;
    // Not a day later: at the next look.
    clock.advance(limits.userSyncLookMs);
    await stack.syncUsers();
    expect(await place()).toMatchObject({ next: null });
    for (const id of users) expect(await entryOf(id)).toMatchObject({ role: 'viewer' });
  });
});
