import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

const minuteMs = 60_000;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const watched = watchCalls();

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    queues: { nowMs },
    createHandler: (env) =>
      createHandler(env, { clients: createAwsClients(env, watched.requestHandler), nowMs }),
    changeTenant: echoTenant,
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

async function deliver(user: string, ids: readonly string[], broken?: { operation: string; fault: Fault }) {
  watched.breakCall = ({ operation }) => (operation === broken?.operation ? broken.fault : undefined);
  const messages = ids.map((id) => textMessage(user, id, `wamid.${user}.${id}`));
  const { status } = await postCloudApi(stack, cloudApiBody({ messages }));
  watched.breakCall = () => undefined;
  for (let n = 0; n < 3; n += 1) await stack.drain();
  return status;
}

const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => Reflect.get(Object(body.text), 'body'));
const announced = (user: string) =>
  stack.bus.events
    .filter(({ 'detail-type': type }) => type === 'Conversation.MessageReceived')
    .map(({ detail }) => String(Reflect.get(Object(detail.data), 'messageId')))
    .filter((id) => id.startsWith(`wamid.${user}.`));

const numbers = Array.from({ length: 21 }, (_, n) => `number ${n}`);

const troubles = [
  ['the bus refuses', 'PutEvents', 'refused'],
  ['the answer of the bus is lost', 'PutEvents', 'answer-lost'],
  ['the answer of the queue is lost', 'SendMessageBatch', 'answer-lost'],
  ['nobody remembers', 'BatchWriteItem', 'refused'],
] as const;

it('a message that was run and not acknowledged is published, and not run again after 6 minutes and 21 turns', async () => {
  const user = '4915130';
  expect(await deliver(user, ['hello'])).toBe(200);
  for (const [trouble, operation, fault] of troubles)
    expect(await deliver(user, [trouble], { operation, fault })).toBeGreaterThanOrEqual(500);
  expect(await deliver(user, numbers)).toBe(200);
  clock.aheadMs += 6 * minuteMs;
  const words = troubles.map(([trouble]) => trouble);
  expect(await deliver(user, words)).toBe(200);
  expect(sentTo(user)).toEqual(['welcome', ...words, ...numbers]);
  expect(new Set(announced(user)).size).toBe(1 + words.length + numbers.length);
  // And is a duplicate from now on.
  const before = announced(user).length;
  expect(await deliver(user, words)).toBe(200);
  expect(announced(user)).toHaveLength(before);
});

it('a message that the queue has rejected is run when it is delivered again, before those behind it', async () => {
  const user = '4915131';
  const broken = { operation: 'SendMessageBatch', fault: 'refused' } as const;
  expect(await deliver(user, ['hello', 'first'], broken)).toBeGreaterThanOrEqual(500);
  expect(sentTo(user)).toEqual([]);
  clock.aheadMs += 6 * minuteMs;
  expect(await deliver(user, ['hello', 'first', 'second'])).toBe(200);
  expect(sentTo(user)).toEqual(['welcome', 'first', 'second']);
});
