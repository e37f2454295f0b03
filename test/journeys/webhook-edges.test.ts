import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeliveriesTable } from '../../src/aws/deliveries-table.ts';
import { largeMessagesTable } from '../../src/aws/large-messages-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi, signatureOf, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const mood: { current: ProviderMood } = { current: () => 200 };
const clock = { aheadMs: 0 };
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs: () => Date.now() + clock.aheadMs }),
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const table = () => createAwsClients(stack.env).dynamodb;
const sendsTo = (user: string) => provider.sends.filter(({ to }) => to === user);
const receivedOf = (user: string) =>
  stack.bus.events
    .filter((event) => event['detail-type'] === 'Conversation.MessageReceived')
    .map(({ detail }) => detail)
    .find(({ data }) => JSON.stringify(data).includes(`"id":"${user}"`));

async function say(user: string, message: object): Promise<void> {
  const response = await postCloudApi(
    stack,
    cloudApiBody({ messages: [{ ...textMessage(user, ''), ...message }] }),
  );
  expect(response.status).toBe(200);
  await stack.drain();
  await stack.drain();
}

describe('a webhook body', () => {
  it('in base64, as API Gateway may send it, is verified over its bytes', async () => {
    const handler = createHandler(stack.env);
    const body = cloudApiBody({ messages: [textMessage('4915113000001', 'grüße')] });
    const deliver = (text: string, signed: string) =>
      handler(
        {
          ...httpEvent('POST', '/v1/webhooks/chatapp-a', {
            headers: { 'x-hub-signature-256': signatureOf(signed) },
            body: Buffer.from(text).toString('base64'),
          }),
          isBase64Encoded: true,
        },
        lambdaContext,
      );
    expect(await deliver(body, body)).toMatchObject({ statusCode: 200 });
    expect(await deliver(`${body} `, body)).toMatchObject({ statusCode: 401 });
  });

  it('with one bad item among good ones delivers the good ones', async () => {
    const user = '4915113000002';
    const messages = [
      { nothing: 'known' },
      textMessage(user, 'hello'),
      42,
      { from: user, id: 'x', type: 'hologram' },
    ];
    expect((await postCloudApi(stack, cloudApiBody({ messages }))).status).toBe(200);
    await stack.drain();
    await stack.drain();
    expect(sendsTo(user).length).toBeGreaterThanOrEqual(2);
  });
});

describe('an over-large message', () => {
  const text = 'hello '.repeat(50_000).trim();
  const mesh = 'm'.repeat(1_500_000);
  it.each([
    ['a long text', { text: { body: text } }, text],
    ['a large unknown type', { type: 'hologram', hologram: { mesh } }, mesh],
  ])('with %s is stored whole, referenced and answered', async (_, message, part) => {
    const user = `49151130${10_000 + (JSON.stringify(message).length % 10_000)}`;
    await say(user, message);
    const event = receivedOf(user);
    const data = event?.data as { metadata: { stored: { key: string; bytes: number } } };
    expect(JSON.stringify(event).length).toBeLessThan(limits.queuedMessageBytes);
    const { key, bytes } = data.metadata.stored;
    const whole = await largeMessagesTable(table(), String(stack.env.TABLE_PREFIX)).find('acme', key);
    expect(Buffer.byteLength(JSON.stringify(whole))).toBe(bytes);
    expect(JSON.stringify(whole)).toContain(part);
    expect(sendsTo(user).length).toBeGreaterThan(0);
  });
});

describe('a delivery status', () => {
  const stateOf = async (replyId: string) =>
    (await new DeliveriesTable(table(), String(stack.env.TABLE_PREFIX), Date.now).find('acme', replyId))
      ?.state;
  const tell = async (id: string, status: string) => {
    const statuses = [{ id, status, timestamp: '1760000000', recipient_id: '1' }];
    expect((await postCloudApi(stack, cloudApiBody({ statuses }))).status).toBe(200);
  };

  it('advances a reply and never sets it back', async () => {
    const user = '4915113000003';
    await say(user, { text: { body: 'hello' } });
    const [send] = sendsTo(user);
    const { id = '', replyId = '' } = send ?? {};
    const states: unknown[] = [await stateOf(replyId)];
    for (const status of ['delivered', 'read', 'delivered', 'sent']) {
      await tell(id, status);
      states.push(await stateOf(replyId));
    }
    expect(states).toEqual(['sent', 'delivered', 'read', 'read', 'read']);
  });

  it('confirms a send whose answer was lost, which is then not repeated', async () => {
    const user = '4915113000004';
    mood.current = () => 'answer-lost';
    await say(user, { text: { body: 'hello' } });
    mood.current = () => 200;
    const [lost] = sendsTo(user);
    const statuses = [
      { id: lost?.id, status: 'sent', timestamp: '1760000000', biz_opaque_callback_data: lost?.replyId },
    ];
    expect((await postCloudApi(stack, cloudApiBody({ statuses }))).status).toBe(200);
    await expect
      .poll(() => stack.drain().then(() => sendsTo(user).length), { timeout: 20_000, interval: 500 })
      .toBe(2);
    expect(new Set(sendsTo(user).map(({ replyId }) => replyId)).size).toBe(2);
  });
});

describe('an idle conversation', () => {
  it('is closed by the schedule, once, with an event', async () => {
    const user = '4915113000005';
    await say(user, { text: { body: 'hello' } });
    const { conversationId } = receivedOf(user) ?? {};
    clock.aheadMs = 25 * 60 * 60 * 1000;
    await stack.tick();
    clock.aheadMs *= 2;
    await stack.tick();
    clock.aheadMs = 0;
    const completed = stack.bus.events.filter(
      (event) =>
        event['detail-type'] === 'Conversation.FlowCompleted' &&
        event.detail.conversationId === conversationId,
    );
    expect(completed.map(({ detail }) => detail.data)).toMatchObject([{ outcome: 'expired' }]);
  });
});
