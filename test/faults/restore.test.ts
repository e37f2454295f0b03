import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Table, tables } from '../../src/contract/tables.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** The tables that the runbook restores together. @see docs/operations.md "Backup and restore" */
const restored: readonly Table[] = [tables.conversations, tables.messages, tables.dedup];
const users = ['4915440001', '4915440002', '4915440003'];

const clock = { aheadMs: 0 };
const mood: { current: ProviderMood } = { current: () => 200 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant: echoTenant,
    queues: { nowMs },
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const post = (user: string, text: string, id?: string) =>
  postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, text, id)] }));
async function drain(): Promise<void> {
  await stack.drain();
  await stack.drain();
}
const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => Reflect.get(Object(body.text), 'body'));

type Items = Awaited<ReturnType<typeof itemsOf>>;
async function itemsOf({ name }: Table) {
  const TableName = `${stack.env.TABLE_PREFIX}${name}`;
  const items = [];
  for await (const page of paginateScan({ client: stack.clients.dynamodb }, { TableName }))
    items.push(...(page.Items ?? []));
  return { TableName, items };
}

/** Deletes all that a table holds, and puts back what it held then. */
async function putBack(table: Table, { TableName, items }: Items): Promise<void> {
  const keys = [table.partitionKey, ...(table.sortKey ? [table.sortKey] : [])];
  const write = async (requests: object[]) => {
    for (let start = 0; start < requests.length; start += 25)
      await stack.clients.dynamodb.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: requests.slice(start, start + 25) } }),
      );
  };
  const now = (await itemsOf(table)).items;
  const keyOf = (item: object) => Object.fromEntries(keys.map((key) => [key, Reflect.get(item, key)]));
  await write(now.map((item) => ({ DeleteRequest: { Key: keyOf(item) } })));
  await write(items.map((Item) => ({ PutRequest: { Item } })));
}

describe('after three tables are restored to one moment', () => {
  it('everyone continues: nothing old is sent again, messages on the queue are answered, the time between is lost', async () => {
    for (const text of ['one', 'two']) await Promise.all(users.map((user) => post(user, text)));
    await drain();
    const then = new Map<Table, Items>();
    for (const table of restored) then.set(table, await itemsOf(table));

    const lost = users.map((user) => ({ user, id: `wamid.lost-${user}` }));
    await Promise.all(lost.map(({ user, id }) => post(user, 'three', id)));
    await drain();
    await Promise.all(users.map((user) => post(user, 'on the queue')));
    const before = new Map(users.map((user) => [user, sentTo(user)]));
    expect(before.get(users[0] ?? '')).toEqual(['welcome', 'two', 'three']);

    for (const [table, items] of then) await putBack(table, items);
    // A restore takes longer than SQS remembers what it has deduplicated.
    clock.aheadMs += 6 * 60_000;
    await drain();
    await Promise.all(users.map((user) => post(user, 'five')));
    await drain();
    for (const user of users)
      expect(sentTo(user)).toEqual([...(before.get(user) ?? []), 'on the queue', 'five']);

    // A provider that delivers a message of the time between once more: nobody remembers it.
    await Promise.all(lost.map(({ user, id }) => post(user, 'three', id)));
    await drain();
    for (const user of users) expect(sentTo(user).at(-1)).toBe('three');
  });

  it('lost replies that were announced do not delay later ones', async () => {
    const user = '4915440004';
    await post(user, 'one');
    await drain();
    const then = await Promise.all(restored.map(async (table) => [table, await itemsOf(table)] as const));
    mood.current = () => 503;
    for (const text of ['lost 1', 'lost 2', 'lost 3']) await post(user, text);
    await drain();
    mood.current = () => 200;

    for (const [table, items] of then) await putBack(table, items);
    clock.aheadMs += 60 * 60_000;
    await post(user, 'two');
    await drain();
    clock.aheadMs += 121_000;
    await drain();
    await post(user, 'three');
    await drain();
    expect(sentTo(user)).toEqual(['welcome', 'two', 'three']);
  });
});
