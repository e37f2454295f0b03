import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTableInput } from '../../src/aws/create-tables.ts';
import { checkTables, OutdatedTablesError, renewTables } from '../../src/aws/renew-tables.ts';
import { indexNames, tables } from '../../src/contract/tables.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { startAdminApi } from '../support/start-admin-api.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function openDynamodb(dataDir?: string): Promise<{ client: DynamoDBClient; close(): Promise<void> }> {
  const server = await startDynamodb(dataDir);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: server.url, region: 'local', credentials, maxAttempts: 1 });
  return {
    client,
    close: async () => {
      client.destroy();
      await server.stop();
    },
  };
}

const statusOf = (client: DynamoDBClient, name: string | undefined) =>
  client.send(new DescribeTableCommand({ TableName: name })).then(
    ({ Table }) => Table?.TableStatus,
    () => 'absent',
  );

/** A table as a version without its indexes has created it. */
async function createOld(client: DynamoDBClient, input: ReturnType<typeof createTableInput>): Promise<void> {
  const { GlobalSecondaryIndexes: _, AttributeDefinitions = [], ...rest } = input;
  const keys = input.KeySchema?.map(({ AttributeName }) => AttributeName);
  const definitions = AttributeDefinitions.filter(({ AttributeName }) => keys?.includes(AttributeName));
  await client.send(new CreateTableCommand({ ...rest, AttributeDefinitions: definitions }));
  await expect.poll(() => statusOf(client, input.TableName)).toBe('ACTIVE');
}

const count = 30;
const conversationsOf = (prefix: string) => createTableInput(tables.conversations, prefix);
const itemOf = (n: number) => ({
  ...{ pk: { S: `acme#${n}` }, text: { S: `said ${n}` } },
  ...{ inbox: { S: 'acme#q#default' }, inboxAt: { N: String(n) } },
});

async function fill(client: DynamoDBClient, prefix: string): Promise<void> {
  const input = conversationsOf(prefix);
  await createOld(client, input);
  for (let n = 0; n < count; n += 1)
    await client.send(new PutItemCommand({ TableName: input.TableName, Item: itemOf(n) }));
}

async function expectRenewed(client: DynamoDBClient, prefix: string): Promise<void> {
  const { TableName } = conversationsOf(prefix);
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  const byPlace = (a: (typeof Items)[number], b: (typeof Items)[number]) =>
    Number(a.inboxAt?.N) - Number(b.inboxAt?.N);
  expect(Items.toSorted(byPlace)).toEqual(Array.from({ length: count }, (_, n) => itemOf(n)));
  const query = new QueryCommand({
    ...{ TableName, IndexName: indexNames.inbox, KeyConditionExpression: 'inbox = :inbox' },
    ExpressionAttributeValues: { ':inbox': { S: 'acme#q#default' } },
  });
  expect((await client.send(query)).Count).toBe(count);
}

describe('tables that an earlier version created', () => {
  it('get the indexes of this one, and keep their items, wherever it is interrupted and restarted', async () => {
    const { client, close } = await openDynamodb();
    onTestFinished(close);
    let left = Number.POSITIVE_INFINITY;
    client.middlewareStack.add((next) => (args) => {
      left -= 1;
      if (left < 0) throw new Error('ended');
      return next(args);
    });
    for (let reached = 0, isWhole = false; !isWhole; reached += 1) {
      const prefix = `after-${reached}-`;
      left = Number.POSITIVE_INFINITY;
      await fill(client, prefix);
      left = reached;
      isWhole = await renewTables(client, prefix).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('ended');
          return false;
        },
      );
      left = Number.POSITIVE_INFINITY;
      await renewTables(client, prefix);
      await expectRenewed(client, prefix);
    }
  });

  it('are reported where they belong to another program', async () => {
    const { client, close } = await openDynamodb();
    onTestFinished(close);
    await expect(checkTables(client, 'old-')).resolves.toBeUndefined();
    await fill(client, 'old-');
    await expect(checkTables(client, 'old-')).rejects.toThrow(OutdatedTablesError);
    await expect(checkTables(client, 'old-')).rejects.toThrow(/old-conversations were created/);
  });
});

it('a data folder whose tables have no indexes is opened, and its conversations continue', async () => {
  const dataDir = await temporaryDirectory();
  const session = crypto.randomUUID();
  const before = await startAdminApi({ dataDir });
  await say(before, session, 'hello');
  const { conversationId } = await (await say(before, session, 'agent')).json();
  await before.drain();
  await before.stop();
  const { client, close } = await openDynamodb(dataDir);
  for (const table of Object.values(tables)) {
    const input = createTableInput(table, 'gateway-');
    const { Items = [] } = await client.send(new ScanCommand({ TableName: input.TableName }));
    await client.send(new DeleteTableCommand({ TableName: input.TableName }));
    await expect.poll(() => statusOf(client, input.TableName)).toBe('absent');
    await createOld(client, input);
    for (const Item of Items) await client.send(new PutItemCommand({ TableName: input.TableName, Item }));
  }
  await close();
  const after = await startAdminApi({ dataDir });
  onTestFinished(() => after.stop());
  const today = new Date().toISOString().slice(0, 10);
  const figures = `/reports/figures?from=${today}&to=${today}&group=day`;
  for (const path of ['/inbox?wait=0', '/handoffs', '/conversations', '/audit', figures]) {
    const { status, body } = await after.as('admin')('GET', path);
    expect([path, status, body.detail]).toEqual([path, 200, undefined]);
  }
  const waiting = await after.as('editor')('GET', '/handoffs');
  expect(waiting.body.items.map(({ conversationId: id }: { conversationId: string }) => id)).toEqual([
    conversationId,
  ]);
  await say(after, session, 'still there?');
  const texts = (await readTranscript(after, session, conversationId)).map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(['hello', 'agent', 'still there?']));
});
