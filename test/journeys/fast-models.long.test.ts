import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startModel } from '../support/start-model.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const conversations = 50;
const backlog = 1_000;
const modelMs = 1_000;

const modelFlow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'ask',
  variables: { said: 'welcome' },
  steps: {
    ask: { kind: 'question', text: '{{ said }}', saveAs: 'said', next: 'model' },
    model: { kind: 'llm', system: 'Be brief.', saveAs: 'said', next: 'ask', onError: 'ask' },
  },
});
const modelTenant = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  tenant: { ...folder.tenant, limit_per_minute: 100_000 },
  flows: folder.flows.map((flow) => (flow.id === 'support' ? modelFlow : flow)),
});

/** The workers of the webhooks' queue: they finish nothing before the test ends. */
let workers = 0;
const ending = Promise.withResolvers<null>();

let model: Awaited<ReturnType<typeof startModel>>;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let stack: TestStack;
beforeAll(async () => {
  model = await startModel(modelMs);
  provider = await startFakeProvider();
  stack = await startTestStack({
    createHandler,
    own: {
      worker: () => async () => {
        workers += 1;
        return await ending.promise;
      },
    },
    changeTenant: modelTenant,
    providerUrl: provider.url,
    env: { LLM_BASE_URL: model.url, LLM_MODEL: 'test' },
  });
});
afterAll(async () => {
  ending.resolve(null);
  await stack.stop();
  await Promise.all([provider.stop(), model.stop()]);
});

/** How many of the visitors who ask the model at the same time are answered at once. */
async function answeredAtOnce(): Promise<number> {
  const sessions = Array.from({ length: conversations }, () => randomUUID());
  for (const session of sessions) await say(stack, session, 'hello');
  const answers = await Promise.all(sessions.map((session) => say(stack, session, 'what now?')));
  return answers.filter(({ status }) => status === 200).length;
}

it('visitors who wait for a fast model are answered at once, and it is called once for each', async () => {
  expect(await answeredAtOnce()).toBeGreaterThanOrEqual(0.95 * conversations);
  expect(model.asked()).toBe(conversations);
});

it('a backlog of webhooks delays none of them', async () => {
  const messages = Array.from({ length: backlog }, (_, n) => textMessage(`49151${60_000_000 + n}`, 'hello'));
  for (let at = 0; at < backlog; at += 100)
    await postCloudApi(stack, cloudApiBody({ messages: messages.slice(at, at + 100) }));
  await expect.poll(() => workers).toBe(10);
  expect(await answeredAtOnce()).toBeGreaterThanOrEqual(0.95 * conversations);
});
