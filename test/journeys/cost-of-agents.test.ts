import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import type { HandoffRow } from '../../src/contract/admin/handoffs.ts';
import { limits } from '../../src/contract/limits.ts';
import { tables } from '../../src/contract/tables.ts';
import { handoffOf } from '../../src/domain/handoff.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { adminEvent, lambdaContext } from '../support/http-event.ts';
import { inRounds } from '../support/in-rounds.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';
import { watchCalls } from '../support/watched-calls.ts';

const shared = shareAdminApi();
const path = '/conversations/{conversationId}/handoff';
type Desk = ReturnType<typeof createInbox>;

/** A conversation that waits for an agent. */
async function waiting() {
  const { conversationId } = await (await say(shared.api, randomUUID(), 'agent')).json();
  return String(conversationId);
}

/** Calls the function of the inbox as the editor. */
async function call(desk: Desk, ...asked: Parameters<typeof adminEvent>) {
  const result = await desk(adminEvent(...asked), lambdaContext);
  const {
    statusCode,
    body = '{}',
    headers,
  } = result as { statusCode: number; body?: string; headers: object };
  return { statusCode, body: JSON.parse(body), etag: String((headers as { etag?: string }).etag) };
}

const act = (desk: Desk, conversationId: string, action: string, body: object, ifMatch?: string) =>
  call(desk, `POST ${path}/${action}`, {
    parameters: { conversationId },
    headers: { 'idempotency-key': randomUUID(), ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
    body,
  });

/** The function with counted calls, warm: what it remembers of tenant, user and flow has been read. */
async function warm(
  requestHandler: Parameters<typeof createAwsClients>[1],
  time: Parameters<typeof createInbox>[1] = {},
  begin = waiting,
) {
  const desk = createInbox(shared.api.env, {
    clients: createAwsClients(shared.api.env, requestHandler),
    ...time,
  });
  const conversationId = await begin();
  const taken = await act(desk, conversationId, 'take', { takeOver: true });
  expect(taken.statusCode).toBe(200);
  const replied = await act(desk, conversationId, 'reply', { text: 'warm' }, taken.etag);
  expect(replied.statusCode).toBe(201);
  return { desk, conversationId, etag: replied.etag };
}

/** The same on WhatsApp. */
async function waitingOnWhatsApp() {
  const from = `49176${String(Math.random()).slice(2, 9)}`;
  const messages = [textMessage(from, 'agent', undefined, Math.floor(Date.now() / 1_000))];
  await postCloudApi(shared.api, cloudApiBody({ messages }));
  await shared.api.drain();
  const { body } = await shared.api.as('editor')('GET', '/handoffs?state=waiting&limit=100');
  return String(body.items.find((row: HandoffRow) => row.visitor.id === from)?.conversationId);
}

it.each([
  ['web chat', waiting],
  ['WhatsApp', waitingOnWhatsApp],
])('a reply on %s takes four sequential round trips', async (_channel, begin) => {
  const { requestHandler, rounds } = inRounds();
  const { desk, conversationId, etag } = await warm(requestHandler, {}, begin);
  rounds.length = 0;
  const { statusCode } = await act(desk, conversationId, 'reply', { text: 'Hello' }, etag);
  expect(statusCode).toBe(201);
  console.log(`a reply: ${rounds.flat().length} calls in ${rounds.length} rounds`, rounds);
  expect(rounds.length).toBeLessThanOrEqual(4);
});

/** Copies a waiting conversation: one waits in each of twenty queues, and each of two hundred agents has one. */
async function crowd(conversationId: string) {
  const { dynamodb } = createAwsClients(shared.api.env);
  const store = new ConversationsTable<FlowState>(dynamodb, String(shared.api.env.TABLE_PREFIX));
  const one = await store.find('acme', conversationId);
  const live = one && handoffOf(one);
  if (!one || !live) throw new Error('it does not wait');
  const copies = Array.from({ length: 220 }, (_, n) => {
    const owner = { kind: 'user', id: `agent-${n}`, name: `Agent ${n}` } as const;
    const of = n < 20 ? { queue: `queue-${n}` } : { state: 'taken' as const, owner };
    const handoff = { ...live, ...of, id: `handoff-${n}`, inboxAtMs: live.inboxAtMs + (n % 50) };
    return { ...one, conversationId: randomUUID(), version: 1, outbox: [], dueAtMs: null, handoff };
  });
  await Promise.all(copies.map((copy) => store.save(copy)));
  return copies;
}

it('a page of any list takes at most three calls with 20 queues and 200 agents, and all pages have each conversation once', async () => {
  const watched = watchCalls();
  const { desk } = await warm(watched.requestHandler);
  const copies = await crowd(await waiting());
  const pageOf = async (query: Record<string, string>) => {
    watched.reset();
    const { body } = await call(desk, 'GET /handoffs', { query: { limit: '100', ...query } });
    expect(watched.calls.length).toBeLessThanOrEqual(3);
    return body as { readonly items: readonly HandoffRow[]; readonly cursor: string | null };
  };
  for (const state of ['waiting', 'taken'] as const) {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await pageOf({ state, ...(cursor && { cursor }) });
      expect(page.items.every((row) => row.state === (state === 'taken' ? 'taken' : 'requested'))).toBe(true);
      ids.push(...page.items.map(({ conversationId }) => conversationId));
      cursor = page.cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const own = state === 'waiting' ? copies.slice(0, 20) : copies.slice(20);
    expect(ids).toEqual(expect.arrayContaining(own.map(({ conversationId }) => conversationId)));
  }
  const { items } = await pageOf({ state: 'waiting', queue: 'queue-7' });
  expect(items.map(({ queue }) => queue)).toEqual(['queue-7']);
});

/** Gives the tenant further queues, without the limit on their number. */
async function withQueues(count: number) {
  const { dynamodb } = createAwsClients(shared.api.env);
  const set = (queues: readonly string[]) =>
    dynamodb.send(
      new UpdateCommand({
        TableName: `${shared.api.env.TABLE_PREFIX}${tables.directory.name}`,
        Key: { pk: 'acme', sk: 'tenant' },
        UpdateExpression: 'SET queues = :queues',
        ExpressionAttributeValues: { ':queues': queues },
        ReturnValues: 'UPDATED_OLD',
      }),
    );
  const { Attributes } = await set(Array.from({ length: count }, (_, n) => `queue-${n}`));
  onTestFinished(async () => void (await set(Attributes?.queues ?? [])));
}

it.each([
  ['the queues of the demo', null],
  ['200 queues', 200],
])(
  'a poll that is held for 25 s takes at most 32 calls while a conversation is watched, with %s',
  async (_, queues) => {
    if (queues !== null) await withQueues(queues);
    const watched = watchCalls();
    // The pauses vary by chance.
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => chance.mockRestore());
    // Time goes by in the pauses alone.
    let atMs = Date.now();
    const { desk, conversationId } = await warm(watched.requestHandler, {
      nowMs: () => atMs,
      pause: async (ms) => {
        atMs += ms;
      },
    });
    const poll = (query: Record<string, string>) =>
      call(desk, 'GET /inbox', { query: { watch: conversationId, ...query } });
    let { body } = await poll({ wait: '0' });
    const after = body.watched.messages.at(-1).id;
    atMs += limits.feedOverlapMs;
    ({ body } = await poll({ wait: '0', cursor: body.cursor, after }));
    watched.reset();
    await poll({ cursor: body.cursor, after });
    console.log(`a held poll: ${watched.calls.length} calls`);
    expect(watched.calls.length).toBeLessThanOrEqual(32);
    const { items } = (await call(desk, 'GET /handoffs', { query: { state: 'waiting', limit: '100' } })).body;
    for (const { name, waiting, oldest } of body.queues) {
      const own = items.filter((row: HandoffRow) => row.queue === name);
      expect([waiting, oldest]).toEqual([own.length, own[0]?.requestedAt ?? null]);
    }
  },
);
