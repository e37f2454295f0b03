import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { InboxFeedTable } from '../../src/aws/inbox-tables.ts';
import { CognitoUserPool, createCognitoClient } from '../../src/aws/user-pool.ts';
import type { HandoffOwner } from '../../src/domain/handoff.ts';
import { deleteUser, disableUser, setUserRole } from '../../src/operations/users/change-account.ts';
import {
  enqueueRelease,
  readUser,
  type UserAdministration,
} from '../../src/operations/users/user-administration.ts';
import { type Desk, startDesk } from '../support/inbox.ts';

const manager = { id: null, role: 'super-admin', tenantId: 'acme' } as const;
let desk: Desk;
let parts: UserAdministration;
let feed: InboxFeedTable;
beforeAll(async () => {
  desk = await startDesk();
  const { clients, env } = desk.stack;
  const prefix = String(env.TABLE_PREFIX);
  feed = new InboxFeedTable(clients.dynamodb, prefix, desk.nowMs);
  parts = {
    pool: new CognitoUserPool(createCognitoClient(env), String(env.USER_POOL_ID)),
    records: new DirectoryRecordsTable(clients.dynamodb, prefix),
    nowMs: desk.nowMs,
    giveBack: enqueueRelease(desk.ports.backgroundJobs, desk.ports.log),
    audited: (_change, make) => make(),
  };
});
afterAll(() => desk.stack.stop());

let hired = 0;
/** Somebody who answers visitors of Acme. */
async function hire(): Promise<HandoffOwner> {
  hired += 1;
  const email = `agent-${hired}@acme.example`;
  const made = await parts.pool.create({ email, name: 'Noor', tenantId: 'acme', role: 'editor' });
  if (!made) throw new Error('there is one of that address');
  await readUser(parts, 'acme', made.id);
  return { kind: 'user', id: made.id, name: 'Noor' };
}

async function heldBy(owner: HandoffOwner) {
  const visitor = await desk.begin();
  await desk.as(owner).take(visitor.conversationId);
  return visitor;
}

const stateOf = async (id: string) => {
  const { handoff } = await desk.find(id);
  return [handoff?.state, handoff?.owner, handoff?.reason, handoff?.queue];
};

describe('a conversation of an agent who can no longer answer', () => {
  it.each([
    ['disabled', (userId: string) => disableUser(parts, manager, { userId })],
    ['deleted', (userId: string) => deleteUser(parts, manager, { userId })],
    ['a viewer now', (userId: string) => setUserRole(parts, manager, { userId, role: 'viewer' })],
  ] as const)('is given back at once when they are %s', async (_, change) => {
    const noor = await hire();
    const visitors = [await heldBy(noor), await heldBy(noor)];
    await change(noor.id);
    await desk.stack.drain();
    for (const { conversationId: id, events } of visitors) {
      expect(await stateOf(id)).toEqual(['requested', null, 'owner_gone', 'billing']);
      const told = events().filter(({ type }) => type === 'HandoffReleased');
      expect(told.map(({ detail }) => detail.data)).toEqual([
        expect.objectContaining({ reason: 'owner_gone', previous: noor, queue: 'billing', epoch: 3 }),
      ]);
      expect((await feed.side({ tenantId: 'acme', conversationId: id })).at(-1)).toMatchObject({
        event: 'owner_gone',
        by: { name: 'Noor' },
      });
    }
  });

  it('is released, too, if they took it while that was not known yet', async () => {
    const noor = await hire();
    await disableUser(parts, manager, { userId: noor.id });
    await desk.stack.drain();
    const { conversationId: id } = await heldBy(noor);
    await desk.pass(2);
    expect(await stateOf(id)).toEqual(['requested', null, 'owner_gone', 'billing']);
  });

  it('is found by the schedule within the hour without a notice', async () => {
    const noor = await hire();
    const { conversationId: id } = await heldBy(noor);
    await disableUser({ ...parts, giveBack: async () => undefined }, manager, { userId: noor.id });
    // What was published is marked; then nothing but time.
    await desk.pass(1);
    await desk.pass(60);
    expect(await stateOf(id)).toEqual(['requested', null, 'owner_gone', 'billing']);
  });

  it('stays assigned when they can still answer', async () => {
    const noor = await hire();
    const { conversationId: id } = await heldBy(noor);
    await setUserRole(parts, manager, { userId: noor.id, role: 'admin' });
    await parts.giveBack('acme', noor.id);
    await desk.pass(61);
    expect((await desk.find(id)).handoff?.owner).toEqual(noor);
  });
});

describe('a handoff whose queue is removed', () => {
  it('waits in the default queue, also when it was taken and is released later', async () => {
    const noor = await hire();
    const [waiting, taken] = [await desk.begin(), await heldBy(noor)];
    const { clients, env, tenants } = desk.stack;
    const [acme] = tenants.filter(({ tenant }) => tenant.id === 'acme');
    if (!acme) throw new Error('there is no Acme');
    const names = { tablePrefix: String(env.TABLE_PREFIX), secretPrefix: String(env.TENANT_SECRET_PREFIX) };
    const writer = new DirectoryTableWriter(clients, names);
    await writer.apply({ ...acme, tenant: { ...acme.tenant, queues: ['sales'] } }, { overwrite: true });
    await desk.pass(1);
    await desk.pass(5);
    expect(await stateOf(waiting.conversationId)).toEqual(['requested', null, 'About my order', 'default']);
    const name = { tenantId: 'acme', conversationId: waiting.conversationId };
    expect((await feed.side(name)).at(-1)).toMatchObject({ event: 'moved', to: 'billing' });
    await disableUser(parts, manager, { userId: noor.id });
    await desk.stack.drain();
    expect(await stateOf(taken.conversationId)).toEqual(['requested', null, 'owner_gone', 'default']);
  });
});
