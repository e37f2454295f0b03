import {
  BatchGetItemCommand,
  CreateTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaggingDynamodb, startLaggingDynamodb } from '../support/lagging-dynamodb.ts';
import { bareDynamodb } from '../support/local-clients.ts';

const TableName = 'things';
let dynamodb: LaggingDynamodb;
let client: DynamoDBClient;
/** Opened by the test: until then nothing comes to the replica. */
let held = Promise.withResolvers<void>();
beforeAll(async () => {
  dynamodb = await startLaggingDynamodb(() => held.promise);
  const keys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  client = bareDynamodb({ ...keys, AWS_ENDPOINT_URL_DYNAMODB: dynamodb.laggingUrl });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );
});
afterAll(async () => {
  client.destroy();
  await dynamodb.stop();
});

/** The attribute `n` of an item, as each way of reading finds it. */
async function found(pk: string, ConsistentRead: boolean) {
  const Key = { pk: { S: pk } };
  const [got, batch, query] = await Promise.all([
    client.send(new GetItemCommand({ TableName, Key, ConsistentRead })),
    client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key], ConsistentRead } } })),
    client.send(
      new QueryCommand({
        ...{ TableName, ConsistentRead, KeyConditionExpression: 'pk = :pk' },
        ExpressionAttributeValues: { ':pk': Key.pk },
      }),
    ),
  ]);
  return [got.Item, batch.Responses?.[TableName]?.[0], query.Items?.[0]].map((item) => item?.n?.N ?? null);
}

const put = (n: number) =>
  client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'one' }, n: { N: String(n) } } }));

it('a write is read at once with consistency, and otherwise when it has reached the replica', async () => {
  await put(1);
  expect(await found('one', true)).toEqual(['1', '1', '1']);
  expect(await found('one', false)).toEqual([null, null, null]);
  held.resolve();
  await dynamodb.caughtUp();
  expect(await found('one', false)).toEqual(['1', '1', '1']);

  held = Promise.withResolvers();
  await put(2);
  await put(3);
  expect(await found('one', false)).toEqual(['1', '1', '1']);
  expect(await found('one', true)).toEqual(['3', '3', '3']);
  held.resolve();
  await dynamodb.caughtUp();
  expect(await found('one', false)).toEqual(['3', '3', '3']);
});
