import { randomUUID } from 'node:crypto';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
import { eventSource } from '../../src/contract/vocabulary.ts';
import type { Log, Metrics } from '../../src/ports/observability.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const counted: string[] = [];
const warned: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: (message) => void warned.push(message),
  error: (message) => void warned.push(message),
};
const metrics: Metrics = { count: (name) => void counted.push(name), time: () => undefined };
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    providerUrl: provider.url,
    background: false,
    putsForeignEvents: true,
    createHandler: (env) => createHandler(env, { metrics, log }),
  });
});
afterAll(async () => {
  await Promise.all([stack.stop(), provider.stop()]);
});

/** Puts an event on the bus, as any system of the account may whose role is allowed to. */
async function put(detail: object): Promise<void> {
  const { FailedEntryCount } = await createAwsClients(stack.env).events.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName: String(stack.env.EVENT_BUS_NAME),
          Source: eventSource,
          DetailType: 'Channel.OutboundRequested',
          Detail: JSON.stringify(detail),
        },
      ],
    }),
  );
  expect(FailedEntryCount ?? 0).toBe(0);
}

const foreign = () => counted.filter((name) => name === 'OutboundForeign').length;
const waiting = () => stack.queues.waiting(String(stack.env.OUTBOUND_QUEUE_URL));

describe('case 25: an event for a reply that no turn has committed', () => {
  const from = '4915110000025';
  const says = async (text: string) => {
    expect((await postCloudApi(stack, cloudApiBody({ messages: [textMessage(from, text)] }))).status).toBe(
      200,
    );
  };
  const texts = () =>
    provider.sends.flatMap(({ to, body }) =>
      to === from ? [(body.text as { body?: string } | undefined)?.body ?? 'buttons'] : [],
    );

  it('sends nothing, leaves no dead letter, and delays none of its conversation’s own', async () => {
    await says('hello');
    await stack.drain();
    const ours = stack.bus.events.find(
      (event) => event['detail-type'] === 'Channel.OutboundRequested' && event.detail.channel === 'chatapp',
    )?.detail;
    const before = texts().length;
    expect(before).toBeGreaterThan(0);
    const data = { to: from, reply: { id: randomUUID(), text: 'an answer of somebody else' }, sequence: 999 };
    await put({ ...ours, eventId: randomUUID(), data });
    await says('hours');
    await stack.drain();
    expect(texts().length).toBeGreaterThan(before);
    expect(texts()).not.toContain('an answer of somebody else');
    expect(waiting()).toEqual([]);
    expect(foreign()).toBe(1);
    expect(warned.join()).toContain('/v1/service');
  });

  it('is as harmless when it names no conversation, or nothing at all', async () => {
    const before = foreign();
    const about = { channel: 'chatapp', tenantId: 'acme' };
    const data = { to: from, reply: { id: 'x', text: 'hi' }, sequence: 1 };
    await put({ ...about, conversationId: 'none', eventId: randomUUID(), data });
    await put({ ...about, conversationId: 'none', eventId: randomUUID(), text: 'hi' });
    // What the pipe could not take never gets to it.
    await put({ ...about, text: 'hi' });
    await stack.drain();
    expect(waiting()).toEqual([]);
    expect(foreign()).toBeGreaterThanOrEqual(before + 1);
  });

  it('leaves nothing among the dead letters', async () => {
    const letters = new DeadLettersTable(
      createAwsClients(stack.env).dynamodb,
      String(stack.env.TABLE_PREFIX),
    );
    expect((await letters.list({ tenantId: 'acme' }, null, 10)).deadLetters).toEqual([]);
  });
});
