import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type AttributeValue, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { TurnLogTables } from '../../src/aws/turn-log-tables.ts';
import type { Conversation } from '../../src/domain/conversation.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { createVirtualClock } from '../../src/local/lambda/environments.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type AdminApi, startAdminApi } from '../support/start-admin-api.ts';
import { storedItems } from '../support/stored-items.ts';

const folder = 'test/fixtures/release-0.1.0';
const last = JSON.parse(readFileSync(`${folder}/items.json`, 'utf8'));
const clock = createVirtualClock();
const { nowMs } = clock;

let api: AdminApi;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let bare: DynamoDBClient;
beforeAll(async () => {
  provider = await startFakeProvider();
  api = await startAdminApi({ environments: { clock }, queues: { nowMs }, providerUrl: provider.url });
  bare = new DynamoDBClient({
    endpoint: String(api.env.AWS_ENDPOINT_URL_DYNAMODB),
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  // The clock continues a minute after the items were written.
  clock.advance(last.madeAtMs + 60_000 - Date.now());
  for (const [table, items] of Object.entries<Record<string, AttributeValue>[]>(last.items))
    for (const item of items)
      await bare.send(
        new PutItemCommand({ TableName: `${api.env.TABLE_PREFIX}${table}`, Item: revived(item) }),
      );
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

/** JSON has no bytes. */
function revived(item: Record<string, AttributeValue>): Record<string, AttributeValue> {
  const values = Object.entries(item).map(([name, value]) => [
    name,
    'B' in value ? { B: Buffer.from(String(value.B), 'base64') } : value,
  ]);
  return Object.fromEntries(values);
}

const key = (value: string) => ({ 'idempotency-key': value });
const scan = async (table: string) =>
  (await bare.send(new ScanCommand({ TableName: `${api.env.TABLE_PREFIX}${table}` }))).Items ?? [];
const textsBy = async (author: string, session: string, conversationId: string) => {
  const transcript = await readTranscript(api, session, conversationId);
  expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
  return transcript.filter((message) => message.author === author).map(({ text }) => text);
};
const post = (path: string, body: object, etag = '') =>
  api.as('editor')('POST', path, {
    body,
    headers: { ...key(randomUUID()), ...(etag && { 'if-match': etag }) },
  });

describe('after the upgrade from 0.1.0', () => {
  it('requests are replayed, and their conversations continue', async () => {
    const replay = await say(api, last.session, 'Track an order', key('key-2'));
    expect([replay.status, await replay.json()]).toEqual([200, last.answers[1]]);
    expect((await say(api, last.session, '1001')).status).toBe(200);
    const { conversationId } = last.answers[0];
    expect(await textsBy('user', last.session, conversationId)).toEqual(['hello', 'Track an order', '1001']);
    expect(await textsBy('bot', last.session, conversationId)).toContain(
      'Order 1001 is shipped; it arrives tomorrow.',
    );
  });

  it('an acknowledged message is answered first', async () => {
    const { conversationId, messageId } = last.waiting;
    expect((await say(api, last.waits, 'Ask the warehouse', key('wait-2'))).status).toBe(202);
    expect((await say(api, last.waits, 'after it', key('wait-3'))).status).toBe(202);
    const { sqs } = createAwsClients(api.env);
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: api.queues.continuationsQueueUrl,
        MessageBody: last.continuation,
        MessageGroupId: `acme:${conversationId}`,
        MessageDeduplicationId: 'old',
      }),
    );
    await api.drain();
    await api.drain();
    const users = (await readTranscript(api, last.waits, conversationId)).filter(
      ({ author }) => author === 'user',
    );
    expect(users.map(({ text }) => text)).toEqual(['hello', 'Ask the warehouse', 'after it']);
    expect(users[1]?.id).toBe(messageId);
  });

  it('a redelivered webhook is not processed twice', async () => {
    const body = cloudApiBody({ messages: [textMessage('4915110000001', 'hello', 'wamid.old')] });
    await postCloudApi(api, body);
    expect(api.queues.waiting(api.queues.turnsQueueUrl)).toEqual([]);
  });

  it('waiting, assigned and closed handoffs are listed, labeled and answered', async () => {
    const { unassigned, taken, closed } = last;
    const listed = JSON.stringify((await api.as('editor')('GET', '/handoffs')).body);
    expect(listed).toContain(unassigned.conversationId);
    expect(listed).not.toContain(closed.conversationId);
    const mine = await api.as('editor')('GET', '/handoffs?state=mine');
    expect(JSON.stringify(mine.body)).toContain(taken.conversationId);
    const labels = await api.as('admin')('GET', '/labels');
    const vip = { labels: [{ id: 'vip', name: 'VIP', color: 'red' }] };
    await api.as('admin')('PUT', '/labels', { body: vip, headers: { 'if-match': labels.etag } });
    const { status } = await post(`/conversations/${taken.conversationId}/triage`, {
      addLabels: ['vip'],
      priority: 'high',
    });
    expect(status).toBe(200);
    const path = `/conversations/${taken.conversationId}/handoff`;
    const { etag } = await api.as('editor')('GET', path);
    expect((await post(`${path}/reply`, { text: 'Still here.' }, etag)).status).toBe(201);
    expect(await textsBy('agent', taken.session, taken.conversationId)).toEqual([
      'I am here.',
      'Still here.',
    ]);
    const shown = await api.as('editor')('GET', `/conversations/${taken.conversationId}/messages`);
    expect(JSON.stringify(shown.body.side)).toContain('kind');
  });

  it('flows, widgets, saved replies, the audit log and reports are there', async () => {
    const admin = api.as('admin');
    expect((await admin('GET', '/flows/kept/draft')).body.definition.steps.bye.text).toBe('one');
    const met = await (await say(api, randomUUID(), 'hello', { 'x-widget-id': 'kept' })).json();
    expect(met.replies.map(({ text }: { text: string }) => text)).toEqual(['one']);
    expect(JSON.stringify((await admin('GET', '/texts')).body)).toContain('Welcome back');
    expect((await admin('GET', '/audit?resource=flow:kept')).body.items.length).toBeGreaterThan(1);
    const day = new Date(last.madeAtMs).toISOString().slice(0, 10);
    const { body } = await api.as('viewer')('GET', `/reports/figures?from=${day}&to=${day}&group=day`);
    expect(body.total.runs.started).toBeGreaterThanOrEqual(5);
    const found = await api.as('editor')('GET', '/conversations?status=completed');
    expect(found.status).toBe(200);
  });

  it('a visitor of 0.1.0 can be exported and erased', async () => {
    const person = '/people/chatapp/4915110000001';
    const exported = await api.as('admin')('GET', `${person}/export`);
    expect(JSON.stringify(exported.body)).toContain('hello');
    expect((await api.as('admin')('DELETE', person)).status).toBeLessThan(300);
    await api.drain();
    const left = (await storedItems(api)).filter((item) => JSON.stringify(item).includes('4915110000001'));
    expect(left).toEqual([]);
  });
});

describe('after a rollback to 0.1.0', () => {
  it('items carry their format, in every table', async () => {
    await say(api, crypto.randomUUID(), 'hello', key('new-1'));
    for (const table of ['conversations', 'messages', 'dedup', 'rate-limits']) {
      const formats = (await scan(table)).map(({ format }) => format?.N);
      expect(new Set(formats), table).toEqual(
        new Set(formats.includes(undefined) ? [undefined, '2'] : ['2']),
      );
      expect(formats, table).toContain('2');
    }
  });

  it('conversations and messages read the same, with all that is new in them', async () => {
    const session = randomUUID();
    await say(api, session, 'hello');
    const { conversationId } = await (await say(api, session, 'agent')).json();
    const path = `/conversations/${conversationId}`;
    const taken = await post(`${path}/handoff/take`, { takeOver: true });
    await post(`${path}/handoff/reply`, { text: 'One moment.' }, taken.etag);
    const snoozedUntil = new Date(nowMs() + 3_600_000).toISOString();
    const triage = { addLabels: ['vip'], priority: 'urgent', snoozedUntil };
    expect((await post(`${path}/triage`, triage)).status).toBe(200);
    const { ours, theirs } = await readers();
    const ids = (await scan('conversations')).map(({ pk }) => String(pk?.S).slice('acme#'.length));
    expect(ids.length).toBeGreaterThan(7);
    for (const id of ids) {
      expect(await theirs.conversations.find('acme', id)).toEqual(await ours.conversations.find('acme', id));
      expect(await theirs.log.read('acme', id, null, 50)).toEqual(await ours.log.read('acme', id, null, 50));
    }
  });

  it('what 0.1.0 writes there keeps what it does not know', async () => {
    const { ours, theirs } = await readers();
    const id = last.taken.conversationId;
    const before: Conversation<FlowState> = await theirs.conversations.find('acme', id);
    expect(before).toMatchObject({ labels: ['vip'], priority: 'high' });
    await theirs.conversations.save({ ...before, version: before.version + 1, lastActivityMs: nowMs() });
    expect(await ours.conversations.find('acme', id)).toMatchObject({ labels: ['vip'], priority: 'high' });
    const session = last.taken.session;
    expect((await say(api, session, 'back again')).status).toBe(200);
    expect(await textsBy('user', session, id)).toContain('back again');
  });

  it('items are refused when a later release wrote them in an unknown format', async () => {
    const TableName = `${api.env.TABLE_PREFIX}conversations`;
    await bare.send(new PutItemCommand({ TableName, Item: { pk: { S: 'acme#later' }, format: { N: '9' } } }));
    const { ours } = await readers();
    await expect(ours.conversations.find('acme', 'later')).rejects.toThrow(
      'an item has format 9; this release reads 2',
    );
  });
});

/** This release's tables, and those of 0.1.0, over the same items. */
async function readers() {
  const old = await import(/* @vite-ignore */ pathToFileURL(`${folder}/readers.mjs`).href);
  const { dynamodb } = createAwsClients(api.env);
  const prefix = String(api.env.TABLE_PREFIX);
  return {
    ours: {
      conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
      log: new TurnLogTables(dynamodb, prefix, nowMs),
    },
    theirs: {
      conversations: old.conversationsTable(bare, prefix, nowMs),
      log: old.turnLogTables(bare, prefix, nowMs),
    },
  };
}
