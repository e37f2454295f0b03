import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, signatureOf, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({ background: false, providerUrl: provider.url });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const faults: readonly Fault[] = ['refused', 'answer-lost'];

describe.each(faults)('a webhook body one of whose calls is %s', (fault) => {
  it('is refused with a 5xx or stored, and after its redelivery run and answered once', async () => {
    for (let index = 0, calls = 1; index < calls; index += 1) {
      const clock = { aheadMs: 0 };
      const watched = watchCalls();
      const clients = createAwsClients(stack.env, watched.requestHandler);
      const handler = createHandler(stack.env, { clients, nowMs: () => Date.now() + clock.aheadMs });
      const user = `49151${fault.length}${index + 1_000_000}`;
      const body = cloudApiBody({ messages: [textMessage(user, 'hello')] });
      const event = httpEvent('POST', '/v1/webhooks/chatapp-a', {
        headers: { 'x-hub-signature-256': signatureOf(body) },
        body,
      });
      const deliver = async () => (await handler(event, lambdaContext)) as { statusCode: number };
      watched.breakCall = (call) => {
        calls = call.index + 1;
        return call.index === index ? fault : undefined;
      };
      const first = await deliver();
      watched.breakCall = () => undefined;
      if (first.statusCode !== 200) expect(first.statusCode).toBeGreaterThanOrEqual(500);
      clock.aheadMs += limits.idempotencyLeaseMs;
      expect((await deliver()).statusCode).toBe(200);
      await stack.drain();
      await stack.drain();
      const sends = provider.sends.filter(({ to }) => to === user);
      expect(sends.map(({ body: { type } }) => type)).toEqual(['text', 'interactive']);
      const received = stack.bus.events.filter(
        ({ 'detail-type': type, detail }) =>
          type === 'Conversation.MessageReceived' && JSON.stringify(detail.data).includes(`"${user}"`),
      );
      expect(new Set(received.map(({ detail }) => detail.eventId)).size).toBe(1);
    }
  });
});
