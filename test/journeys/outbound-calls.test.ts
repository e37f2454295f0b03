import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { unpaced } from '../support/unpaced.ts';
import { sequentialRoundTrips, type WatchedCall, watchCalls } from '../support/watched-calls.ts';

const watched = watchCalls();
/** What each invocation of the connector has called. */
const sending: WatchedCall[][] = [];

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    changeTenant: unpaced,
    providerUrl: provider.url,
    createHandler: (env) => {
      const handler = createHandler(env, { clients: createAwsClients(env, watched.requestHandler) });
      const queue = env.OUTBOUND_QUEUE_URL?.split('/').at(-1);
      return async (event, context) => {
        watched.reset();
        const result = await handler(event, context);
        const [record] = (event as Partial<SQSEvent>).Records ?? [];
        if (record?.eventSourceARN.split(':').at(-1) === queue) sending.push([...watched.calls]);
        return result;
      };
    },
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const user = '4915660000';
async function write(text: string): Promise<void> {
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, text)] }));
}
async function settle(): Promise<void> {
  for (let n = 0; n < 2; n += 1) await stack.drain();
}

it('two replies of one turn are sent in nine calls and seven write units', async () => {
  for (const text of ['hello', '1', 'menu']) {
    await write(text);
    await settle();
  }
  const before = provider.sends.length;
  sending.length = 0;
  await write('2');
  await settle();
  expect(provider.sends.slice(before).map(({ to }) => to)).toEqual([user, user]);
  const calls = sending.flat();
  const operations = calls.map(({ operation }) => operation).join(' ');
  console.log(
    `two replies: ${calls.length} calls, ${sequentialRoundTrips(calls)} round trips (${operations})`,
  );
  expect(calls.length).toBeLessThanOrEqual(9);
  expect(calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBeLessThanOrEqual(7);
});

it('a message of a webhook is accepted in five calls, three of them sequential', async () => {
  await write('menu');
  expect(watched.calls.length).toBeLessThanOrEqual(5);
  expect(sequentialRoundTrips(watched.calls)).toBeLessThanOrEqual(3);
});
