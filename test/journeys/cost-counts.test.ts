import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counts, counts } from '../../bin/cost/counts.ts';
import { createHandler } from '../../src/lambda/create-handler.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const later = (seconds: number) => {
  clock.aheadMs += seconds * 1000;
};

let proxy: FaultProxy;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  proxy = await startFaultProxy({ countUnits: true });
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    changeTenant: echoTenant,
    queues: { nowMs },
    createHandler: (env) => createHandler(proxy.inFrontOf(env), { nowMs }),
  });
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
  await provider.stop();
});

const entriesOf = (input: Readonly<Record<string, unknown>>) =>
  (input.Entries as unknown[] | undefined)?.length ?? 1;

/** What was called since the last count, for each of so many messages. */
function counted(messages: number): Omit<Counts, 'apiRequests' | 'invocations'> {
  const sum = (of: (call: FaultProxy['calls'][number]) => number) =>
    Math.round((proxy.calls.reduce((all, call) => all + of(call), 0) / messages) * 10) / 10;
  const found = {
    writeUnits: sum(({ write }) => write),
    readUnits: sum(({ read }) => read),
    events: sum(({ operation, input }) => (operation === 'PutEvents' ? entriesOf(input) : 0)),
    fifoSends: sum(({ service, operation, input }) =>
      service === 'sqs' && /^SendMessage/.test(operation) ? entriesOf(input) : 0,
    ),
  };
  proxy.reset();
  return found;
}

describe('what a message costs, as the bill counts it', () => {
  it('in a web chat of six messages in three minutes, until it is closed', async () => {
    // Warms what a process remembers: tenant, widget, flow.
    await say(stack, randomUUID(), 'hello');
    proxy.reset();
    const session = randomUUID();
    for (const text of ['hello', '1', 'menu', '2', 'menu', '3']) {
      const response = await say(stack, session, text, { 'idempotency-key': randomUUID() });
      expect(response.status).toBe(200);
      later(30);
    }
    for (const minutes of [2, 5, 60, 60]) {
      later(minutes * 60);
      await stack.drain();
      await lookAfterAll(proxy.inFrontOf(stack.env), { nowMs });
    }
    const found = counted(6);
    console.log('web chat:', JSON.stringify(found));
    for (const [name, count] of Object.entries(found))
      expect.soft(count, name).toBeCloseTo(counts.webchat[name as keyof typeof found], 0);
  });

  it('on WhatsApp, with its replies and three statuses of each', async () => {
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915660000', 'hello')] }));
    await stack.drain();
    await stack.drain();
    proxy.reset();
    const before = provider.sends.length;
    const messages = 4;
    for (const text of ['1', 'menu', '2', 'menu']) {
      await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915660000', text)] }));
      await stack.drain();
      await stack.drain();
      later(60);
    }
    const sends = provider.sends.slice(before);
    for (const { id } of sends)
      for (const status of ['sent', 'delivered', 'read'])
        await postCloudApi(
          stack,
          cloudApiBody({ statuses: [{ id, status, timestamp: '1760000000', recipient_id: '4915660000' }] }),
        );
    const found = counted(messages);
    console.log('whatsapp:', JSON.stringify(found), `${sends.length / messages} replies a message`);
    expect(sends.length / messages).toBeCloseTo(counts.whatsappReplies, 0);
    for (const [name, count] of Object.entries(found))
      expect.soft(count, name).toBeCloseTo(counts.whatsapp[name as keyof typeof found], 0);
  });
});
