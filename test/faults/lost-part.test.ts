import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** A reply that leaves as two messages: its text, then its image. */
const flow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'show',
  steps: {
    show: {
      kind: 'message',
      text: 'Look:',
      attachments: [{ type: 'image', url: 'https://example.com/1.png' }],
      next: 'end',
    },
    end: { kind: 'end' },
  },
});

const confirmationMs = 30_000;
const clock = { aheadMs: 0 };
const mood: { current: ProviderMood } = { current: () => 200 };
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs: () => Date.now() + clock.aheadMs }),
    changeTenant: (folder) => ({
      ...folder,
      flows: folder.flows.map((known) => (known.id === 'support' ? flow : known)),
    }),
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});
beforeEach(() => {
  mood.current = () => 200;
});

const sendsTo = (user: string) => provider.sends.filter(({ to }) => to === user);
const typesTo = (user: string) => sendsTo(user).map(({ body }) => body.type);

/** The answer to the second part is lost on its way; whether the part arrived, only a status tells. */
async function loseSecondPart(user: string): Promise<void> {
  let calls = 0;
  mood.current = () => {
    calls += 1;
    return calls === 2 ? 'answer-lost' : 200;
  };
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  await stack.drain();
  expect(typesTo(user)).toEqual(['text', 'image']);
}

it('both messages of a reply are sent, once and in order', async () => {
  const user = '4915140000000';
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  await stack.drain();
  await stack.drain();
  expect(typesTo(user)).toEqual(['text', 'image']);
});

it('the second message of a reply is sent again when no status confirms it', async () => {
  const user = '4915140000001';
  await loseSecondPart(user);
  clock.aheadMs += confirmationMs;
  await expect
    .poll(() => stack.drain().then(() => typesTo(user)), { timeout: 20_000, interval: 500 })
    .toEqual(['text', 'image', 'image']);
});

it('the second message of a reply is not sent again when a status confirms it', async () => {
  const user = '4915140000002';
  await loseSecondPart(user);
  const [, lost] = sendsTo(user);
  const status = { id: lost?.id, status: 'sent', timestamp: '1760000000', recipient_id: user };
  await postCloudApi(
    stack,
    cloudApiBody({ statuses: [{ ...status, biz_opaque_callback_data: lost?.replyId }] }),
  );
  clock.aheadMs += confirmationMs;
  await expect
    .poll(() => stack.drain().then(() => stack.queues.waiting(stack.env.OUTBOUND_QUEUE_URL ?? '')), {
      timeout: 20_000,
      interval: 500,
    })
    .toEqual([]);
  expect(typesTo(user)).toEqual(['text', 'image']);
});

it('an event of a reply that was sent long ago ends at once, and sends nothing', async () => {
  const user = '4915150000009';
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  await stack.drain();
  const sent = typesTo(user);
  const events = stack.bus.events.filter(
    (event) => event['detail-type'] === 'Channel.OutboundRequested' && Object(event.detail.data).to === user,
  );
  expect(events.length).toBeGreaterThan(0);
  const handler = createHandler(stack.env);
  for (const event of events)
    expect(await handler(queueEvent(JSON.stringify(event)), lambdaContext)).toEqual({
      batchItemFailures: [],
    });
  expect(typesTo(user)).toEqual(sent);
});
