import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '../../src/contract/tables.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type LaggingDynamodb, startLaggingDynamodb } from '../support/lagging-dynamodb.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let dynamodb: LaggingDynamodb;
const caughtUp = Promise.withResolvers<void>();
beforeAll(async () => {
  provider = await startFakeProvider();
  dynamodb = await startLaggingDynamodb((table) =>
    table.endsWith(tables.messages.name) ? caughtUp.promise : Promise.resolve(),
  );
  stack = await startTestStack({
    providerUrl: provider.url,
    env: { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url },
    createHandler: (env) => createHandler({ ...env, AWS_ENDPOINT_URL_DYNAMODB: dynamodb.laggingUrl }),
  });
});
afterAll(async () => {
  caughtUp.resolve();
  await stack.stop();
  await dynamodb.stop();
  await provider.stop();
});

it('a reply is sent as soon as it is in the log, though a replica of the log lacks it', async () => {
  const user = '4915110000001';
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  const sent = () => provider.sends.filter(({ to }) => to === user);
  await expect.poll(() => sent().length).toBe(2);
  await stack.drain();
  expect(sent()).toHaveLength(2);
});
