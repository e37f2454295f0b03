import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { aheadMs: 0 };
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    createHandler: (env) => createHandler(env, { nowMs: () => Date.now() + clock.aheadMs }),
    changeTenant: echoTenant,
  });
});
afterAll(() => stack.stop());

it.each([
  ['in a conversation that was idle since', 0],
  ['in a conversation that went on', 3],
])('an idempotency key used again after 24 hours %s is a new one', async (_, turnsBetween) => {
  const session = randomUUID();
  const key = { 'idempotency-key': randomUUID() };
  const { conversationId } = await (await say(stack, session, 'hello')).json();
  await say(stack, session, 'first', key);
  for (let n = 0; n < turnsBetween; n += 1) {
    clock.aheadMs += limits.idempotencyWindowMs / 3;
    await say(stack, session, `between ${n}`);
  }
  clock.aheadMs += limits.idempotencyWindowMs + 1;

  const again = await say(stack, session, 'second', key);
  // A day's rest has ended its run: the flow begins anew.
  expect((await again.json()).replies).toMatchObject([{ text: 'welcome' }]);
  const repeat = await say(stack, session, 'second', key);
  expect([repeat.headers.get('idempotent-replayed'), (await repeat.json()).replies[0].text]).toEqual([
    'true',
    'welcome',
  ]);
  const transcript = await readTranscript(stack, session, conversationId);
  const written = transcript.filter(({ author }) => author === 'user').map(({ text }) => text);
  expect(written.filter((text) => text === 'first' || text === 'second')).toEqual(['first', 'second']);
});
