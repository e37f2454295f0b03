import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { shardKey } from '../../src/aws/conversations-table.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { tables } from '../../src/contract/tables.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { listTenants } from '../../src/operations/admin/tenants/tenants.ts';
import type { Gateway } from '../../src/operations/gateway.ts';
import { runSchedule } from '../../src/operations/schedule/run-schedule.ts';
import type { DuePage } from '../../src/ports/conversation-store.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type WatchedCalls, watchCalls } from '../support/watched-calls.ts';

/** What ten thousand tenants cost is counted in calls: how long they take on this machine says nothing of AWS. */
const tenants = 10_000;
const mostPerCall = 25;
const atOnce = 20;
/** What one process remembers of each kind. */
const remembered = 5_000;
const idOf = (n: number) => `tenant-${String(n).padStart(5, '0')}`;
const all = Array.from({ length: tenants }, (_, n) => n);

let stack: TestStack;
let watched: WatchedCalls;
let gateway: Gateway;
beforeAll(async () => {
  stack = await startTestStack({ background: false, createHandler });
  const listed = directoryKeys.tenantCredential;
  await store(tables.directory.name, (n) => {
    // As large as a tenant's own document is.
    const document = { id: idOf(n), name: `Tenant ${n} of very many`.padEnd(120, '.'), status: 'active' };
    return { pk: idOf(n), sk: directoryKeys.tenant, credential: listed, document };
  });
  await store(tables.conversations.name, (n) => ({
    pk: `${idOf(n)}#conversation`,
    dueShard: shardKey(n % limits.scheduleShards),
    dueAt: n,
  }));
  watched = watchCalls();
  gateway = composeGateway(stack.env, { clients: createAwsClients(stack.env, watched.requestHandler) });
}, 600_000);
afterAll(() => stack.stop());
beforeEach(() => watched.reset());

async function store(name: string, itemOf: (n: number) => object): Promise<void> {
  const TableName = `${stack.env.TABLE_PREFIX}${name}`;
  const batches = all
    .filter((n) => n % mostPerCall === 0)
    .map((from) => all.slice(from, from + mostPerCall).map((n) => ({ PutRequest: { Item: itemOf(n) } })));
  for (let at = 0; at < batches.length; at += atOnce)
    await Promise.all(
      batches
        .slice(at, at + atOnce)
        .map((requests) =>
          stack.clients.dynamodb.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })),
        ),
    );
}

const callsOf = (operation: string) => watched.calls.filter((call) => call.operation === operation).length;

describe('with ten thousand tenants', () => {
  it('a minute of the schedule takes as many calls as with three: its tasks, and a look at each shard', async () => {
    expect(await runSchedule(gateway)).toEqual({ tasks: limits.scheduleTasks });
    expect(callsOf('SendMessageBatch')).toBe(Math.ceil(limits.scheduleTasks / 10));
    expect(callsOf('Query')).toBe(gateway.waiting.shards);
    expect(watched.calls).toHaveLength(callsOf('SendMessageBatch') + callsOf('Query'));
  });

  it('the index of due times returns each of them once, two hundred a call', async () => {
    const found: string[] = [];
    for (let shard = 0; shard < limits.scheduleShards; shard += 1) {
      let next: DuePage['next'] = null;
      do {
        const page: DuePage = await gateway.conversations.listDue(shard, tenants, { next });
        found.push(...page.due.map(({ tenantId }) => tenantId));
        next = page.next;
      } while (next !== null);
    }
    expect(found.toSorted()).toEqual(all.map(idOf));
    const perShard = Math.ceil(tenants / limits.scheduleShards / limits.duePage);
    expect(watched.calls.length).toBeLessThanOrEqual(limits.scheduleShards * perShard);
  });

  it('a page of the list of tenants starts anywhere, and reads the index once', async () => {
    const records = new DirectoryRecordsTable(
      createAwsClients(stack.env, watched.requestHandler).dynamodb,
      String(stack.env.TABLE_PREFIX),
    );
    const pageAfter = async (after: string | null) => {
      watched.reset();
      const { items, cursor } = await listTenants({ records }, { limit: limits.listItemsMax, after });
      expect(callsOf('Query')).toBeLessThanOrEqual(5);
      expect(watched.calls).toHaveLength(callsOf('Query'));
      return { ids: items.map(({ tenant }) => tenant.id), cursor };
    };
    const idsAfter = (n: number) => all.slice(n + 1, n + 1 + limits.listItemsMax).map(idOf);
    expect(await pageAfter(idOf(4_999))).toEqual({ ids: idsAfter(4_999), cursor: idOf(5_099) });
    expect(await pageAfter(idOf(tenants - 11))).toEqual({ ids: idsAfter(tenants - 11), cursor: null });
  });

  it('a process reads the settings of each once, and keeps those of the last five thousand for a minute', async () => {
    const ask = async (which: readonly number[]) => {
      watched.reset();
      for (let at = 0; at < which.length; at += atOnce) {
        const found = await Promise.all(
          which.slice(at, at + atOnce).map((n) => gateway.directory.findTenant(idOf(n))),
        );
        expect(found.map((tenant) => tenant?.id)).toEqual(which.slice(at, at + atOnce).map(idOf));
      }
      return watched.calls.length;
    };
    const clock = { nowMs: Date.now() };
    gateway = composeGateway(stack.env, {
      clients: createAwsClients(stack.env, watched.requestHandler),
      nowMs: () => clock.nowMs,
    });
    expect(await ask(all)).toBe(tenants);
    expect(await ask(all.slice(-remembered))).toBe(0);
    expect(await ask([0])).toBe(1);
    clock.nowMs += limits.directoryCacheMs;
    expect(await ask([tenants - 1])).toBe(1);
  });
});
