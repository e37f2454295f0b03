import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type AttributeValue, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { TurnLogTables } from '../../src/aws/turn-log-tables.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const folder = 'test/fixtures/release-0.1';
const last = JSON.parse(readFileSync(`${folder}/items.json`, 'utf8'));
const startedAtMs = Date.now();
/** The clock goes on from when the items were written. */
const nowMs = () => last.madeAtMs + Date.now() - startedAtMs;

let stack: TestStack;
let bare: DynamoDBClient;
beforeAll(async () => {
  stack = await startTestStack({ background: false, createHandler: (env) => createHandler(env, { nowMs }) });
  bare = new DynamoDBClient({
    endpoint: String(stack.env.AWS_ENDPOINT_URL_DYNAMODB),
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  for (const [table, items] of Object.entries<Record<string, AttributeValue>[]>(last.items))
    for (const item of items)
      await bare.send(
        new PutItemCommand({ TableName: `${stack.env.TABLE_PREFIX}${table}`, Item: revived(item) }),
      );
});
afterAll(() => stack.stop());

/** JSON knows no bytes. */
function revived(item: Record<string, AttributeValue>): Record<string, AttributeValue> {
  const values = Object.entries(item).map(([name, value]) => [
    name,
    'B' in value ? { B: Buffer.from(String(value.B), 'base64') } : value,
  ]);
  return Object.fromEntries(values);
}

const key = (value: string) => ({ 'idempotency-key': value });
const scan = async (table: string) =>
  (await bare.send(new ScanCommand({ TableName: `${stack.env.TABLE_PREFIX}${table}` }))).Items ?? [];

describe('items of the previous release', () => {
  it('are replayed, and their conversations continue', async () => {
    const replay = await say(stack, last.session, 'hello', key('key-1'));
    expect([replay.status, await replay.json()]).toEqual([200, last.answers[0]]);
    const next = await say(stack, last.session, 'hello again', key('key-3'));
    expect(next.status).toBe(200);
    const transcript = await readTranscript(stack, last.session, last.answers[0].conversationId);
    expect(transcript.filter(({ author }) => author === 'user').map(({ text }) => text)).toEqual([
      'hello',
      'hours',
      'hello again',
    ]);
    expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
  });

  it('that were acknowledged are answered first', async () => {
    const { conversationId, messageId } = last.waiting;
    expect((await say(stack, last.waits, 'warehouse', key('wait-2'))).status).toBe(202);
    expect((await say(stack, last.waits, 'after it', key('wait-3'))).status).toBe(202);
    const { sqs } = createAwsClients(stack.env);
    const ids = { MessageGroupId: `acme:${conversationId}`, MessageDeduplicationId: 'old' };
    await sqs.send(
      new SendMessageCommand({ QueueUrl: stack.queues.turnsQueueUrl, MessageBody: last.record, ...ids }),
    );
    await stack.drain();
    await stack.drain();
    const users = (await readTranscript(stack, last.waits, conversationId)).filter(
      ({ author }) => author === 'user',
    );
    expect(users.map(({ text }) => text)).toEqual(['hello', 'warehouse', 'after it']);
    expect(users[1]?.id).toBe(messageId);
  });

  it('are not processed twice', async () => {
    await postCloudApi(
      stack,
      cloudApiBody({ messages: [textMessage('4915110000001', 'hello', 'wamid.old')] }),
    );
    expect(stack.queues.waiting(stack.queues.turnsQueueUrl)).toEqual([]);
  });
});

describe('items of this release', () => {
  it('carry their format, in every table', async () => {
    await say(stack, crypto.randomUUID(), 'hello', key('new-1'));
    for (const table of ['conversations', 'messages', 'dedup', 'rate-limits']) {
      const formats = (await scan(table)).map(({ format }) => format?.N);
      expect(new Set(formats), table).toEqual(
        new Set(formats.includes(undefined) ? [undefined, '2'] : ['2']),
      );
      expect(formats, table).toContain('2');
    }
  });

  it('are read by the previous one', async () => {
    const old = await import(/* @vite-ignore */ pathToFileURL(`${folder}/readers.mjs`).href);
    const { dynamodb } = createAwsClients(stack.env);
    const prefix = String(stack.env.TABLE_PREFIX);
    const theirs = [old.conversationsTable(bare, prefix), old.turnLogTables(bare, prefix, nowMs)];
    const ours = [
      new ConversationsTable<FlowState>(dynamodb, prefix),
      new TurnLogTables(dynamodb, prefix, nowMs),
    ] as const;
    const ids = (await scan('conversations')).map(({ pk }) => String(pk?.S).slice('acme#'.length));
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) {
      // It does not know of what waits, what raised, who polls, how long it is kept, what humans have, where answers are, and runs.
      const {
        waiting: _,
        raisedTurnIds: __,
        pollers: ___,
        retentionDays: ____,
        deskTurnIds: _____,
        epoch: ______,
        handoff: _______,
        lastHandoff: ________,
        answersInLog: _________,
        outbox = [],
        ...known
      } = (await ours[0].find('acme', id)) ?? {};
      expect(await theirs[0].find('acme', id)).toMatchObject({
        ...known,
        outbox: outbox.map(({ run: __________, ...turn }) => turn),
      });
      expect(await theirs[1].read('acme', id, null, 50)).toEqual(await ours[1].read('acme', id, null, 50));
    }
  });

  it('are refused when a later release wrote them in an unknown format', async () => {
    const TableName = `${stack.env.TABLE_PREFIX}conversations`;
    await bare.send(new PutItemCommand({ TableName, Item: { pk: { S: 'acme#later' }, format: { N: '9' } } }));
    const conversations = new ConversationsTable(
      createAwsClients(stack.env).dynamodb,
      String(stack.env.TABLE_PREFIX),
    );
    await expect(conversations.find('acme', 'later')).rejects.toThrow(
      'an item has format 9; this release reads 1 and 2',
    );
  });
});
