import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { functionTimeoutMs } from '../../src/contract/function-settings.ts';
import { limits } from '../../src/contract/limits.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { type FaultProxy, type ProxiedCall, startFaultProxy } from '../support/fault-proxy.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const minuteMs = 60_000;
const idleMinutes = 60;
const clock = { ms: Date.now() };
const nowMs = () => clock.ms;
let proxy: FaultProxy;
let stack: TestStack;
beforeAll(async () => {
  proxy = await startFaultProxy();
  stack = await startTestStack({
    background: false,
    queues: { nowMs },
    changeTenant: (folder) => ({
      ...folder,
      widgets: folder.widgets.map((widget) => ({ ...widget, idle_minutes: idleMinutes })),
    }),
    createHandler: (env) => createHandler(env, { nowMs }),
    report: () => undefined,
  });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
});
afterEach(async () => {
  proxy.decide = () => undefined;
  // Nothing is left that the next one's schedule would find.
  clock.ms += 3 * idleMinutes * minuteMs;
  await stack.drain();
  await schedule();
});

/** A minute of the schedule, by a process whose calls the proxy may break. */
const schedule = () => lookAfterAll(proxy.inFrontOf(stack.env), { nowMs });
const find = (conversationId: string) =>
  new ConversationsTable<FlowState>(createAwsClients(stack.env).dynamodb, stack.env.TABLE_PREFIX ?? '').find(
    'acme',
    conversationId,
  );
const endsOf = (conversationId: string) =>
  stack.bus.events.flatMap(({ 'detail-type': type, detail }) => {
    if (type !== 'Conversation.FlowCompleted' || detail.conversationId !== conversationId) return [];
    const { endsTurn: _, ...told } = detail as Record<string, unknown>;
    return [told];
  });
const isPublication = ({ operation }: ProxiedCall) => operation === 'PutEvents';
const isEnd = ({ operation }: ProxiedCall) => operation === 'PutItem';

/** A chat that has rested until its deadline, but for so long. */
async function rested(butForMs = 0) {
  const session = randomUUID();
  const key = randomUUID();
  const first = await (await say(stack, session, 'hello', { 'idempotency-key': key })).json();
  const conversationId = String(first.conversationId);
  const deadlineMs = clock.ms + idleMinutes * minuteMs;
  clock.ms += 2 * minuteMs;
  await stack.drain();
  clock.ms = deadlineMs - butForMs;
  return { session, key, first, conversationId, deadlineMs };
}

async function expectOver(conversationId: string, deadlineMs: number): Promise<void> {
  expect(await find(conversationId)).toMatchObject({
    state: { status: 'completed' },
    outbox: [],
    dueAtMs: null,
  });
  const ends = endsOf(conversationId);
  expect(ends[0]).toMatchObject({
    occurredAt: new Date(deadlineMs).toISOString(),
    data: { outcome: 'expired' },
    run: { status: 'expired', endedAtMs: deadlineMs },
  });
  for (const end of ends) expect(end).toEqual(ends[0]);
}

describe('a visitor who writes after the idle time', () => {
  it('gets the first answer of the next run, and the end of the last is published once', async () => {
    const { session, conversationId, deadlineMs, first } = await rested();
    const answer = await (await say(stack, session, 'hello again')).json();
    expect(answer.replies.map(({ text }: { text: string }) => text)).toEqual(
      first.replies.map(({ text }: { text: string }) => text),
    );
    expect(endsOf(conversationId)).toHaveLength(1);
    clock.ms += limits.idleEndMarginMs;
    expect(await schedule()).toMatchObject({ expired: 0, failed: 0 });
    expect(endsOf(conversationId)[0]).toMatchObject({ occurredAt: new Date(deadlineMs).toISOString() });
    expect(endsOf(conversationId)).toHaveLength(1);
  });

  it('continues their run a moment before', async () => {
    const { session, conversationId, first } = await rested(1);
    const answer = await (await say(stack, session, '1')).json();
    expect(answer.replies).not.toMatchObject([{ text: first.replies[0].text }]);
    expect(endsOf(conversationId)).toEqual([]);
  });

  it('is answered as before when they repeat the last message, and nothing is written', async () => {
    const { session, key, first, conversationId } = await rested();
    const before = await find(conversationId);
    const again = await (await say(stack, session, 'hello', { 'idempotency-key': key })).json();
    expect(again).toEqual(first);
    expect((await find(conversationId))?.version).toBe(before?.version);
    clock.ms += limits.idleEndMarginMs;
    await schedule();
    expect(await (await say(stack, session, 'hello', { 'idempotency-key': key })).json()).toEqual(first);
    expect(await readTranscript(stack, session, conversationId)).toHaveLength(1 + first.replies.length);
  });
});

describe('the schedule, after the idle time', () => {
  it('leaves a conversation alone while a turn that has read it before may still run, by a slow clock', async () => {
    // What writes conversations; a minute is more than clocks differ by.
    const { webchat, worker, continuation, service, schedule: visits } = functionTimeoutMs;
    const longestMs = Math.max(
      webchat,
      worker,
      continuation,
      service,
      visits,
      functionTimeoutMs['admin-desk'],
    );
    expect(limits.idleEndMarginMs).toBeGreaterThanOrEqual(longestMs + minuteMs);
    const { conversationId } = await rested();
    clock.ms += limits.idleEndMarginMs - 1;
    await schedule();
    expect(endsOf(conversationId)).toEqual([]);
    expect(await find(conversationId)).toMatchObject({ state: { status: 'active' } });
  });

  it('publishes its end and then writes it, once', async () => {
    const { conversationId, deadlineMs } = await rested();
    clock.ms += limits.idleEndMarginMs;
    proxy.reset();
    expect(await schedule()).toMatchObject({ expired: 1, failed: 0 });
    const writes = proxy.calls.filter(({ operation }) => /Put|Update|Delete/.test(operation));
    expect(writes.map(({ operation }) => operation)).toEqual(['PutEvents', 'PutItem']);
    await expectOver(conversationId, deadlineMs);
    clock.ms += 10 * minuteMs;
    await stack.drain();
    expect(await schedule()).toMatchObject({ visited: 0 });
    expect(endsOf(conversationId)).toHaveLength(1);
  });

  it.each([
    ['whose publication is refused', isPublication, 'failed', 1],
    ['whose publication is not answered', isPublication, 'done-but-failed', 2],
    ['that dies behind the publication', isEnd, 'failed', 2],
    ['whose write is not answered', isEnd, 'done-but-reset', 1],
  ] as const)('a visit %s says the same again a minute later', async (_title, breaks, fault, atLeast) => {
    const { conversationId, deadlineMs } = await rested();
    clock.ms += limits.idleEndMarginMs;
    proxy.decide = (call) => (breaks(call) ? fault : undefined);
    await schedule();
    proxy.decide = () => undefined;
    clock.ms += minuteMs;
    await schedule();
    await expectOver(conversationId, deadlineMs);
    expect(endsOf(conversationId).length).toBeGreaterThanOrEqual(atLeast);
  });

  it('agrees with another run beside it', async () => {
    const { conversationId, deadlineMs } = await rested();
    clock.ms += limits.idleEndMarginMs;
    let isFirst = true;
    proxy.decide = async (call) => {
      if (!isEnd(call) || !isFirst) return undefined;
      isFirst = false;
      await lookAfterAll(stack.env, { nowMs });
      return undefined;
    };
    expect(await schedule()).toMatchObject({ expired: 0, failed: 0 });
    await expectOver(conversationId, deadlineMs);
    expect(endsOf(conversationId)).toHaveLength(2);
  });

  it('agrees with a visitor who comes between its event and its write', async () => {
    const { session, conversationId, deadlineMs, first } = await rested();
    clock.ms += limits.idleEndMarginMs;
    let answer: { replies?: { text: string }[] } = {};
    proxy.decide = async (call) => {
      if (isEnd(call) && !answer.replies) answer = await (await say(stack, session, 'hello')).json();
      return undefined;
    };
    expect(await schedule()).toMatchObject({ expired: 0, failed: 0 });
    expect(answer.replies?.[0]?.text).toBe(first.replies[0].text);
    const ends = endsOf(conversationId);
    expect(ends).toHaveLength(2);
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[0]).toMatchObject({ occurredAt: new Date(deadlineMs).toISOString() });
    expect(await readTranscript(stack, session, conversationId)).toHaveLength(2 * (1 + first.replies.length));
    expect(await find(conversationId)).toMatchObject({ state: { status: 'active' } });
  });
});
