import { randomUUID } from 'node:crypto';
import { SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counts, counts } from '../../bin/cost/counts.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { clockWindow } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** Stands still but for what a test lets go by: what a machine takes for it would cost another mark or draw. */
const clock = { ms: Math.floor(Date.now() / 60_000) * 60_000 };
const nowMs = () => clock.ms;
const later = (seconds: number) => {
  clock.ms += seconds * 1000;
};
/** Goes on to where the tenant's minute begins: where in it a chat falls would cost it a draw more or less. */
const toNextMinute = () => {
  clock.ms = clockWindow('acme#tenant', limits.rateWindowMs, clock.ms).endMs;
};

/** Which of three environments serves. */
let serving = 0;
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
    // As deployed: each visitor is counted, and comes from an address of their own.
    sessionsPerAddress: null,
    queues: { nowMs },
    createHandler: (env) => {
      const start = () => createHandler(proxy.inFrontOf(env), { nowMs });
      const environments = [start(), start(), start()];
      return (event, context) => (environments[serving] ?? start())(fromOwnAddress(event), context);
    },
  });
  // As deployed: what is published comes back after a while.
  const { sqs } = createAwsClients(stack.env);
  const Attributes = { DelaySeconds: String(limits.markDelayS) };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: stack.env.CHORES_QUEUE_URL, Attributes }));
});
afterAll(async () => {
  await stack.stop();
  await proxy.stop();
  await provider.stop();
});

const visitors: string[] = [];

/** A request as API Gateway hands it on, whose visitor has an address that nobody else has. */
function fromOwnAddress(event: unknown): unknown {
  const { requestContext, headers } = event as Partial<APIGatewayProxyEventV2>;
  const session = headers?.['x-session-id'];
  if (!requestContext || session === undefined) return event;
  if (!visitors.includes(session)) visitors.push(session);
  const sourceIp = `198.51.100.${visitors.indexOf(session) + 1}`;
  return {
    ...(event as object),
    requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } },
  };
}

const entriesOf = (input: Readonly<Record<string, unknown>>) =>
  (input.Entries as unknown[] | undefined)?.length ?? 1;

/** DynamoDB gives the item with the refused condition; the emulator leaves it out, and it is read then. */
const isOnlyHere = ({ operation, input }: FaultProxy['calls'][number]) =>
  operation === 'GetItem' && String(input.TableName).endsWith('rate-limits');

/** What was called since the last count, for each of so many messages. */
function counted(messages: number): Omit<Counts, 'apiRequests' | 'invocations'> {
  const calls = proxy.calls.filter((call) => !isOnlyHere(call));
  const sum = (of: (call: FaultProxy['calls'][number]) => number) =>
    Math.round((calls.reduce((all, call) => all + of(call), 0) / messages) * 100) / 100;
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

const texts = ['hello', '1', 'menu', '2', 'menu', '3'];

async function answered(session: string, text: string): Promise<void> {
  const response = await say(stack, session, text, { 'idempotency-key': randomUUID() });
  expect(response.status).toBe(200);
}

/** Lets the time go by after which every conversation is settled and closed. */
async function untilClosed(): Promise<void> {
  for (const minutes of [2, 5, 60, 60]) {
    later(minutes * 60);
    await stack.drain();
    await lookAfterAll(proxy.inFrontOf(stack.env), { nowMs });
  }
}

/** @throws when a count is not the one that the bill is made of: an item near a kilobyte may cost a unit more or less */
function expectCounts(found: object, told: object): void {
  for (const [name, count] of Object.entries(found))
    expect.soft(count, name).toBeCloseTo(told[name as keyof typeof told], 1);
}

describe('the cost of a message, as the bill counts it', () => {
  it('in a web chat of six messages in three minutes, until it is closed', async () => {
    // The minutes are the clock's: a chat that begins in the first half of one is in three of them, else in four.
    const begins = [0, 30];
    for (const seconds of begins) {
      toNextMinute();
      later(seconds);
      const session = randomUUID();
      for (const text of texts) {
        await answered(session, text);
        later(30);
        await stack.drain();
      }
      await untilClosed();
    }
    const found = counted(begins.length * texts.length);
    console.log('web chat:', JSON.stringify(found));
    expectCounts(found, counts.webchat);
    // Design 5.2.
    expect(found.writeUnits).toBeLessThanOrEqual(6);
  });

  it('in six such web chats side by side, each message served by another environment', async () => {
    // As chats cost amid others of their tenant: three of its minutes, from the first to the last second.
    toNextMinute();
    const sessions = Array.from({ length: 6 }, () => randomUUID());
    for (const text of texts)
      for (const [n, session] of sessions.entries()) {
        serving = (n + texts.indexOf(text)) % 3;
        await answered(session, text);
        later(30 / sessions.length);
        await stack.drain();
      }
    await untilClosed();
    const { writeUnits, readUnits } = counted(texts.length * sessions.length);
    console.log('scattered web chats:', writeUnits, readUnits);
    expectCounts({ writeUnits, readUnits }, counts.scattered);
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
      later(1);
      await stack.drain();
      await stack.drain();
      later(60);
    }
    const sends = provider.sends.slice(before);
    for (const { id } of sends)
      for (const status of ['sent', 'delivered', 'read']) {
        later(1);
        await postCloudApi(
          stack,
          cloudApiBody({ statuses: [{ id, status, timestamp: '1760000000', recipient_id: '4915660000' }] }),
        );
      }
    const found = counted(messages);
    console.log('whatsapp:', JSON.stringify(found), `${sends.length / messages} replies a message`);
    expect(sends.length / messages).toBeCloseTo(counts.whatsappReplies, 0);
    expectCounts(found, counts.whatsapp);
  });

  it('at turn 200 of a chat, within the budget too', async () => {
    const session = randomUUID();
    const talk = async (messages: number, settle: () => Promise<void>) => {
      for (let n = 0; n < messages; n += 1) {
        await answered(session, n % 2 ? '2' : 'menu');
        later(20);
        await settle();
      }
    };
    await talk(2, () => stack.drain());
    proxy.reset();
    await talk(6, () => stack.drain());
    const early = counted(6).writeUnits;
    await talk(174, async () => undefined);
    await stack.drain();
    proxy.reset();
    // As many as it takes for what is done now and then to have its share.
    await talk(18, () => stack.drain());
    const late = counted(18).writeUnits;
    console.log(`write units of a message: ${early} at first, ${late} at turn 200`);
    // Design 5.2: for a quiet tenant, and at worst.
    expect(early).toBeLessThanOrEqual(5.3);
    expect(late).toBeLessThanOrEqual(6);
  });
});
