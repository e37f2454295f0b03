import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeliveriesTable } from '../../src/aws/deliveries-table.ts';
import { limits } from '../../src/contract/limits.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { cloudApiBody, signatureOf, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { inRounds } from '../support/in-rounds.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { watchCalls } from '../support/watched-calls.ts';

const watched = watchCalls();
const clock = { aheadMs: 0 };
let stack: TestStack;
let handler: GatewayHandler;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
  const clients = createAwsClients({ ...stack.env, PATIENCE: '20' }, watched.requestHandler);
  handler = createHandler(stack.env, { clients, nowMs: () => Date.now() + clock.aheadMs });
});
afterEach(() => {
  watched.breakCall = () => undefined;
});
afterAll(() => stack.stop());

async function deliver(value: object, by = handler): Promise<number> {
  watched.reset();
  const body = cloudApiBody(value);
  const headers = { 'x-hub-signature-256': signatureOf(body) };
  const context = { ...lambdaContext, getRemainingTimeInMillis: () => 120_000 };
  const answer = await by(httpEvent('POST', '/v1/webhooks/chatapp-a', { headers, body }), context);
  return (answer as { statusCode: number }).statusCode;
}

function calls(): Record<string, number> {
  const count = Object.groupBy(watched.calls, ({ operation }) => operation);
  return Object.fromEntries(Object.entries(count).map(([name, all]) => [name, all?.length ?? 0]));
}

/** Texts on the queue of turns of one user, in order. */
function queuedOf(user: string): string[] {
  return stack.queues
    .waiting(stack.env.TURNS_QUEUE_URL ?? '')
    .map((body) => JSON.parse(body))
    .filter(({ message }) => message.user.id === user)
    .map(({ message }) => message.text);
}

const deliveries = () =>
  new DeliveriesTable(createAwsClients(stack.env).dynamodb, stack.env.TABLE_PREFIX ?? '', Date.now);
const texts = (from: string, many: number) =>
  Array.from({ length: many }, (_, n) => textMessage(from, `${n}`));
const numbers = (many: number) => Array.from({ length: many }, (_, n) => `${n}`);

describe('a large webhook body', () => {
  it('of 300 messages is published and queued ten a call, each conversation in its order', async () => {
    const users = ['4915118000001', '4915118000002', '4915118000003'];
    const messages = users.map((user) => texts(user, 100));
    expect(await deliver({ messages: numbers(100).flatMap((_, n) => messages.map((of) => of[n])) })).toBe(
      200,
    );
    const { UpdateItem, PutItem, PutEvents, SendMessageBatch = 0, BatchWriteItem } = calls();
    // A claim of each, and a note that the account's calls are accepted; the three users' names.
    expect({ UpdateItem, PutItem, PutEvents, BatchWriteItem }).toEqual({
      UpdateItem: 301,
      PutItem: 3,
      PutEvents: 30,
      BatchWriteItem: 12,
    });
    expect(SendMessageBatch).toBeLessThanOrEqual(30);
    for (const user of users) expect(queuedOf(user)).toEqual(numbers(100));
  });

  it('is processed once when it is delivered again, and only the missing part is done', async () => {
    const user = '4915118000004';
    const messages = texts(user, 50);
    let batches = 0;
    watched.breakCall = ({ operation }) => {
      if (operation !== 'SendMessageBatch') return undefined;
      batches += 1;
      return batches === 3 ? 'refused' : undefined;
    };
    expect(await deliver({ messages })).toBeGreaterThanOrEqual(500);
    expect(queuedOf(user)).toEqual(numbers(20));
    watched.breakCall = () => undefined;
    clock.aheadMs += limits.idempotencyLeaseMs;
    expect(await deliver({ messages })).toBe(200);
    expect(queuedOf(user)).toEqual(numbers(50));
    expect(calls()).toMatchObject({ PutEvents: 3, SendMessageBatch: 3, BatchWriteItem: 2 });
    expect(await deliver({ messages })).toBe(200);
    expect(calls()).not.toHaveProperty('SendMessageBatch');
  });

  it('with one message twice processes it once', async () => {
    const user = '4915118000005';
    const [message] = texts(user, 1);
    expect(await deliver({ messages: [message, message] })).toBe(200);
    expect(queuedOf(user)).toEqual(['0']);
  });

  it('of 10,000 statuses is queued in a few calls and written from there, the furthest of each reply', async () => {
    const states = ['sent', 'read', 'delivered', 'sent'];
    const statuses = Array.from({ length: 10_000 }, (_, n) => ({
      id: `wamid.OUT${n % 500}`,
      status: states[Math.floor(n / 500) % 4],
      timestamp: '1760000000',
      biz_opaque_callback_data: `reply-${n % 500}`,
    }));
    expect(await deliver({ statuses })).toBe(200);
    expect(calls()).toEqual({ SendMessageBatch: 1 });
    await stack.drain();
    for (const n of [0, 234, 499])
      expect(await deliveries().findPart('acme', `reply-${n}`)).toMatchObject({ state: 'read' });
  });

  it('of few statuses is written at once', async () => {
    const known = {
      partId: 'few',
      parts: 1,
      correlationId: 'few',
      conversationId: 'few',
      expiresAtS: Math.ceil(Date.now() / 1000) + 600,
    };
    const delivery = { providerMessageId: 'wamid.FEW', state: 'sent', at: new Date().toISOString() } as const;
    await deliveries().record('acme', { ...known, delivery });
    const statuses = ['delivered', 'sent'].map((status) => ({
      id: 'wamid.FEW',
      status,
      biz_opaque_callback_data: 'few',
    }));
    // Reads the account again if the tests before took longer than it is cached.
    await deliver({ statuses: [] });
    expect(await deliver({ statuses })).toBe(200);
    expect(calls()).toEqual({ UpdateItem: 1 });
  });

  // The last, since thousands are left on the queue.
  it.each([
    [50, 55],
    [1, 150],
  ])('of 1,000 messages of %i users is accepted in %i sequential calls at most', async (users, most) => {
    const { requestHandler, rounds } = inRounds();
    const clients = createAwsClients({ ...stack.env, PATIENCE: '20' }, requestHandler);
    const counted = createHandler(stack.env, { clients });
    const messages = numbers(1_000).map((text, n) => textMessage(`49151${users}900${n % users}`, text));
    expect(await deliver({ messages }, counted)).toBe(200);
    const operations = Object.groupBy(rounds.flat(), (operation) => operation);
    expect(operations.UpdateItem).toHaveLength(1_001);
    expect(operations.PutItem).toHaveLength(users);
    expect(operations.PutEvents).toHaveLength(100);
    expect(operations.BatchWriteItem).toHaveLength(40);
    expect(Math.max(...rounds.map(({ length }) => length))).toBeLessThanOrEqual(2 * 25);
    expect(rounds.length).toBeLessThanOrEqual(most);
  });
});
