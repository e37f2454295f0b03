import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { readTranscript } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { watchCalls } from '../support/watched-calls.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    tenantLimit: 100_000,
    createHandler: (env) => createHandler(env, { nowMs }),
  });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.drain();
  clock.aheadMs += 2 * limits.settleAfterMs;
  await stack.tick();
});

/** An environment of web chat of its own; nothing is shared between two. */
function environment() {
  const watched = watchCalls();
  const clients = createAwsClients(stack.env, watched.requestHandler);
  const handler = createHandler(stack.env, { clients, nowMs });
  const say = async (session: string, text: string) => {
    const event = httpEvent('POST', '/v1/webchat/messages', {
      headers: {
        'x-tenant-id': 'acme',
        'x-widget-id': 'acme-web',
        'x-session-id': session,
        'idempotency-key': randomUUID(),
      },
      body: { text, attachments: [], user: { id: 'visitor' } },
    });
    const answer = (await handler(event, lambdaContext)) as { statusCode: number; body: string };
    expect(answer.statusCode).toBe(200);
    return JSON.parse(answer.body).conversationId as string;
  };
  return { say, watched };
}

const eventsOf = (conversation: string) =>
  stack.bus.events.flatMap(({ detail }) => (detail.conversationId === conversation ? [detail.eventId] : []));
const publishedTurns = (conversation: string) =>
  new Set(
    stack.bus.events.flatMap(({ detail }) =>
      detail.conversationId === conversation ? [detail.messageId] : [],
    ),
  );
const isOnce = (ids: readonly unknown[]) => new Set(ids).size === ids.length && ids.length > 0;
const schedule = (forMs?: number) => lookAfterAll(stack.env, { nowMs }, forMs);
const find = (conversationId: string) =>
  new ConversationsTable(createAwsClients(stack.env).dynamodb, stack.env.TABLE_PREFIX ?? '').find(
    'acme',
    conversationId,
  );

describe('a settled conversation', () => {
  it('is due only when it has been idle, and nothing is published twice', async () => {
    const { say } = environment();
    const session = randomUUID();
    const conversation = await say(session, 'hello');
    clock.aheadMs += 30_000;
    await say(session, '2');
    await stack.drain();
    clock.aheadMs += 2 * limits.settleAfterMs;
    expect(await schedule()).toMatchObject({ visited: 0, failed: 0 });
    expect(isOnce(eventsOf(conversation))).toBe(true);
    clock.aheadMs += limits.idleMinutes * 60_000;
    expect(await schedule()).toMatchObject({ visited: 1, expired: 1 });
    expect(isOnce(eventsOf(conversation))).toBe(true);
    expect(await schedule()).toMatchObject({ visited: 0 });
    expect(await find(conversation)).toMatchObject({ outbox: [], dueAtMs: null });
  });

  it('whose turns ran in two environments alternately is published once', async () => {
    const both = [environment(), environment()];
    const session = randomUUID();
    let conversation = '';
    for (const [n, text] of ['hello', '2', 'hello', '2', 'hello', '2'].entries()) {
      conversation = (await both[n % 2]?.say(session, text)) ?? '';
      clock.aheadMs += 20_000;
    }
    await stack.drain();
    clock.aheadMs += limits.settleAfterMs;
    expect(await schedule()).toMatchObject({ visited: 0 });
    expect(isOnce(eventsOf(conversation))).toBe(true);
    expect(await find(conversation)).toMatchObject({ outbox: [] });
  });

  it('of six turns within three minutes has its due time set once and moved once', async () => {
    const { say } = environment();
    const session = randomUUID();
    const appointments: (number | null | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) {
      const conversation = await say(session, n % 2 === 0 ? 'hello' : '2');
      clock.aheadMs += 30_000;
      appointments.push((await find(conversation))?.dueAtMs);
      if (n === 5) {
        await stack.drain();
        appointments.push((await find(conversation))?.dueAtMs);
      }
    }
    // Index units: one for the first, two for the move to the idle appointment with the one mark.
    expect(new Set(appointments.slice(0, 6)).size).toBe(1);
    expect(new Set(appointments).size).toBe(2);
  });
});

describe('a turn whose process died before its events', () => {
  it('is published once, five minutes later, by the function that runs its shard', async () => {
    const { say, watched } = environment();
    const session = randomUUID();
    watched.breakCall = ({ operation }) => (operation === 'PutEvents' ? 'refused' : undefined);
    const conversation = await say(session, 'hello');
    clock.aheadMs += limits.settleAfterMs - 1_000;
    expect(await schedule()).toMatchObject({ visited: 0 });
    clock.aheadMs += 2_000;
    expect(await schedule()).toMatchObject({ visited: 1, settled: 1, backlog: 0 });
    expect(isOnce(eventsOf(conversation))).toBe(true);
    clock.aheadMs += limits.settleAfterMs;
    expect(await schedule()).toMatchObject({ visited: 0 });
  });

  it('is published too when its process continues with the next turn as if nothing had happened', async () => {
    const { say, watched } = environment();
    const session = randomUUID();
    watched.breakCall = ({ operation }) => (operation === 'PutEvents' ? 'refused' : undefined);
    const conversation = await say(session, 'hello');
    watched.breakCall = () => undefined;
    await say(session, '2');
    expect(publishedTurns(conversation).size).toBe(1);
    clock.aheadMs += limits.settleAfterMs + 1_000;
    expect(await schedule()).toMatchObject({ settled: 1 });
    expect(publishedTurns(conversation).size).toBe(2);
  });

  it('is published without the younger one behind it, whose process may still run', async () => {
    const session = randomUUID();
    let conversation = '';
    for (const { say, watched } of [environment(), environment()]) {
      watched.breakCall = ({ operation }) => (operation === 'PutEvents' ? 'refused' : undefined);
      conversation = await say(session, 'hello');
      clock.aheadMs += limits.settleAfterMs / 2 + 1_000;
    }
    expect(await schedule()).toMatchObject({ visited: 1, settled: 1 });
    expect(publishedTurns(conversation).size).toBe(1);
    expect((await find(conversation))?.outbox).toHaveLength(1);
    clock.aheadMs += limits.settleAfterMs;
    expect(await schedule()).toMatchObject({ visited: 1, settled: 1 });
    expect(publishedTurns(conversation).size).toBe(2);
  });

  it('is in the log and answered, though its last event was published and the write beside it was not made', async () => {
    const { say, watched } = environment();
    const session = randomUUID();
    await say(session, 'hello');
    watched.breakCall = ({ operation }) => (operation === 'BatchWriteItem' ? 'refused' : undefined);
    const conversation = await say(session, '2');
    const texts = async () => (await readTranscript(stack, session, conversation)).map(({ text }) => text);
    expect(await texts()).not.toContain('2');
    await stack.drain();
    expect(await find(conversation)).toMatchObject({ outbox: [] });
    expect(await texts()).toContain('2');
    clock.aheadMs += 2 * limits.settleAfterMs;
    expect(await schedule()).toMatchObject({ settled: 0 });
    expect(isOnce(eventsOf(conversation))).toBe(true);
  });

  it('is found on the second page too, and what a run has no time for is reported and left to the next', async () => {
    const { say, watched } = environment();
    watched.breakCall = ({ operation }) => (operation === 'PutEvents' ? 'refused' : undefined);
    const conversations = await Promise.all(Array.from({ length: 40 }, () => say(randomUUID(), 'hello')));
    clock.aheadMs += limits.settleAfterMs + 60 * 60_000;
    const { visited, backlog } = await schedule(0);
    expect([visited, backlog >= 40]).toEqual([0, true]);
    expect(await lookAfterAll(stack.env, { nowMs, duePage: 1 })).toMatchObject({
      visited: backlog,
      settled: 40,
    });
    for (const conversation of conversations) expect(isOnce(eventsOf(conversation))).toBe(true);
  });
});

it('the calls of a minute of the schedule are the same with any number of tenants', async () => {
  const watched = watchCalls();
  const clients = createAwsClients(stack.env, watched.requestHandler);
  await createHandler(stack.env, { clients, nowMs })({ source: 'aws.scheduler' }, lambdaContext);
  const handedOut = watched.calls.filter(({ operation }) => operation === 'SendMessageBatch');
  expect(handedOut).toHaveLength(Math.ceil(limits.scheduleTasks / 10));
  watched.reset();
  await lookAfterAll(stack.env, { clients, nowMs });
  expect(watched.calls.map(({ operation }) => operation)).toEqual(Array(limits.scheduleShards).fill('Query'));
});
