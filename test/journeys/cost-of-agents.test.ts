import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import type { HandoffRow } from '../../src/contract/admin/handoffs.ts';
import { limits } from '../../src/contract/limits.ts';
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

it('a list of two queues takes three calls, however many wait', async () => {
  const watched = watchCalls();
  const { desk } = await warm(watched.requestHandler);
  for (let n = 0; n < 4; n += 1) await waiting();
  watched.reset();
  const { body } = await call(desk, 'GET /handoffs', { query: { state: 'waiting', limit: '100' } });
  expect(body.items.length).toBeGreaterThanOrEqual(4);
  expect(watched.calls.length).toBeLessThanOrEqual(3);
});

it('a poll that is held for 25 s takes at most 32 calls while a conversation is watched', async () => {
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
});
