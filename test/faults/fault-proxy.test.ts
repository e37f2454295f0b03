import { randomUUID } from 'node:crypto';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { BatchWriteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AwsClients, createAwsClients } from '../../src/aws/clients.ts';
import { say } from '../support/conversation.ts';
import { indexWriteUnits, itemBytes } from '../support/dynamodb-units.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let proxy: FaultProxy;
let stack: TestStack;
let clients: AwsClients;
let queueUrl: string;
beforeAll(async () => {
  proxy = await startFaultProxy({ countUnits: true });
  stack = await startTestStack({ background: false, faultProxy: proxy, report: () => undefined });
  const env = proxy.inFrontOf(stack.env);
  clients = createAwsClients(env, new NodeHttpHandler());
  queueUrl = env.TURNS_QUEUE_URL ?? '';
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});
beforeEach(() => proxy.reset());
afterEach(() => {
  proxy.decide = () => undefined;
});

const TableName = 'gateway-dedup';
const keyed = (id: string) => ({ pk: id });

/** Breaks the first call of a client, and lets its own tries be. */
function breakOnce(fault: Fault): void {
  proxy.decide = ({ index }) => (index === 0 ? fault : undefined);
}

/** Every call of it, however often the client tries. */
function breakAll(fault: Fault): void {
  proxy.decide = () => fault;
}

const put = (id: string) => clients.dynamodb.send(new PutCommand({ TableName, Item: keyed(id) }));
const get = async (id: string) =>
  (await clients.dynamodb.send(new GetCommand({ TableName, Key: keyed(id), ConsistentRead: true }))).Item;

describe('a call through the fault proxy', () => {
  it.each([
    ['DynamoDB', () => put('throttled'), 'ThrottlingException'],
    [
      'SQS',
      () =>
        clients.sqs.send(
          new SendMessageCommand({
            QueueUrl: queueUrl,
            MessageBody: 'm',
            MessageGroupId: 'g',
            MessageDeduplicationId: 'd',
          }),
        ),
      'RequestThrottled',
    ],
    ['EventBridge', () => clients.events.send(new PutEventsCommand({ Entries: [] })), 'ThrottlingException'],
    [
      'Secrets Manager',
      () => clients.secrets.send(new GetSecretValueCommand({ SecretId: 's' })),
      'ThrottlingException',
    ],
  ])('of %s is throttled in its shape, and retried by the SDK', async (_, call, name) => {
    breakAll('throttled');
    await expect(call()).rejects.toMatchObject({ cause: { name, $metadata: { attempts: 3 } } });
    expect(proxy.calls).toHaveLength(3);
  });

  it.each(['failed', 'reset'] as const)('that %s has no effect', async (fault) => {
    const id = randomUUID();
    breakAll(fault);
    await expect(put(id)).rejects.toThrow();
    proxy.decide = () => undefined;
    expect(await get(id)).toBeUndefined();
  });

  it.each(['done-but-failed', 'done-but-reset'] as const)('that is %s has its effect', async (fault) => {
    const id = randomUUID();
    breakAll(fault);
    await expect(put(id)).rejects.toThrow();
    proxy.decide = () => undefined;
    expect(await get(id)).toMatchObject(keyed(id));
  });

  it.each([
    ['hanging', undefined],
    ['done-but-hanging', 'done'],
  ] as const)('that is %s is never answered', async (fault, done) => {
    const id = randomUUID();
    breakOnce(fault);
    const command = new PutCommand({ TableName, Item: keyed(id) });
    const sent = clients.dynamodb.send(command, { abortSignal: AbortSignal.timeout(500) });
    await expect(sent).rejects.toMatchObject({ cause: { name: expect.stringMatching(/Abort|Timeout/) } });
    expect((await get(id)) && 'done').toBe(done);
  });

  it('publishes some events and rejects the others', async () => {
    const Entries = ['a', 'b', 'c'].map((name) => ({
      EventBusName: stack.env.EVENT_BUS_NAME,
      Source: 'test',
      DetailType: name,
      Detail: '{}',
    }));
    breakOnce({ fails: (n) => n === 1 });
    const result = await clients.events.send(new PutEventsCommand({ Entries }));
    expect(result.FailedEntryCount).toBe(1);
    expect(result.Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      'ThrottlingException',
      undefined,
    ]);
    const published = stack.bus.events.filter(({ source }) => source === 'test');
    expect(published.map((event) => event['detail-type'])).toEqual(['a', 'c']);
  });

  it('writes some items of a batch and returns the others', async () => {
    const ids = [randomUUID(), randomUUID()] as const;
    const RequestItems = { [TableName]: ids.map((id) => ({ PutRequest: { Item: keyed(id) } })) };
    breakOnce({ fails: (n) => n === 0 });
    const result = await clients.dynamodb.send(new BatchWriteCommand({ RequestItems }));
    expect(result.UnprocessedItems).toMatchObject({ [TableName]: [{ PutRequest: { Item: keyed(ids[0]) } }] });
    expect(await get(ids[0])).toBeUndefined();
    expect(await get(ids[1])).toMatchObject(keyed(ids[1]));
  });
});

describe('a function through the fault proxy', () => {
  it('makes calls that are counted, with the units of indexes', async () => {
    expect((await say(stack, randomUUID(), 'hello')).status).toBe(200);
    const commits = proxy.calls.filter(({ operation }) => operation === 'PutItem');
    expect(commits.length).toBeGreaterThan(0);
    const item = commits.find(({ input }) => String(input.TableName).endsWith('conversations'));
    // The item of a new conversation, of more than 1 KB with its run, and its entries in the indexes of what is due and of
    // visitors.
    expect(item?.write).toBe(4);
    expect(proxy.calls.map(({ service }) => service)).toContain('events');
    expect(proxy.calls.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThan(0);
  });

  it('is killed at a chosen call, and the next event is served', async () => {
    proxy.decide = async ({ operation }) => {
      if (operation !== 'PutEvents') return undefined;
      await stack.environments().terminate('webchat');
      return 'reset';
    };
    const killed = await say(stack, randomUUID(), 'hello');
    expect([killed.status, await killed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    proxy.decide = () => undefined;
    expect((await say(stack, randomUUID(), 'hello')).status).toBe(200);
  });
});

describe('write units of an index', () => {
  const index = { keys: ['due'], projected: null };
  const units = (before: object | null, after: object | null) =>
    indexWriteUnits(index, ['pk'], before as never, after as never);
  const at = (due: string, text = '') => ({ pk: { S: 'a' }, due: { S: due }, text: { S: text } });
  const without = { pk: { S: 'a' } };

  it.each([
    ['a new entry', null, at('1'), 1],
    ['an item that leaves the index', at('1'), without, 1],
    ['an item that was never in it', null, without, 0],
    ['another key: the old entry and the new', at('1'), at('2'), 2],
    ['the same key and other attributes', at('1'), at('1', 'b'), 1],
    ['nothing changed', at('1'), at('1'), 0],
    ['a large entry, by its kilobytes', at('1', 'a'.repeat(2000)), at('2'), 3],
  ])('are for %s', (_, before, after, expected) => {
    expect(units(before, after)).toBe(expected);
  });

  it('are none where only attributes outside of it have changed', () => {
    const keysOnly = { keys: ['due'], projected: [] };
    expect(indexWriteUnits(keysOnly, ['pk'], at('1', 'a'), at('1', 'b'))).toBe(0);
  });

  it('depend on the size of names and values', () => {
    expect(itemBytes({ ab: { S: 'ü' }, n: { N: '1234' }, m: { M: { a: { BOOL: true } } } })).toBe(4 + 4 + 7);
  });
});
