import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { mortalProcess } from '../support/mortal-process.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const users = Array.from({ length: 50 }, (_, n) => `49151200${1000 + n}`);
const [poisoned = '', ...others] = users;

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const process = mortalProcess();
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({ providerUrl: provider.url, createHandler: process.createHandler });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const isAnswered = (user: string) => provider.sends.filter(({ to }) => to === user).length >= 2;

it('a poison message holds back its own conversation only and ends in the dead letters after five receives', async () => {
  const { sqs } = createAwsClients(stack.env);
  const { turnsQueueUrl, turnsDeadLetterUrl } = stack.queues;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(poisoned, 'hello')] }));
  await expect.poll(() => isAnswered(poisoned), { timeout: 10_000 }).toBe(true);
  const conversationId = String(stack.bus.events.at(-1)?.detail.conversationId);

  await sqs.send(
    new SendMessageCommand({
      QueueUrl: turnsQueueUrl,
      MessageBody: '{"kind":"poison"}',
      MessageGroupId: `acme:${conversationId}`,
      MessageDeduplicationId: 'poison',
    }),
  );
  for (const user of users) {
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  }
  await expect.poll(() => others.every(isAnswered), { timeout: 30_000 }).toBe(true);
  // All others are through while the poison is still being tried, and nothing has been given up.
  expect(stack.queues.waiting(turnsQueueUrl)).toContain('{"kind":"poison"}');
  expect(stack.queues.waiting(turnsDeadLetterUrl)).toEqual([]);

  await expect.poll(() => stack.queues.waiting(turnsDeadLetterUrl), { timeout: 60_000 }).not.toEqual([]);
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: turnsDeadLetterUrl, MessageSystemAttributeNames: ['All'] }),
  );
  expect(Messages[0]).toMatchObject({
    Body: '{"kind":"poison"}',
    Attributes: { MessageGroupId: `acme:${conversationId}` },
  });
  expect(Number(Messages[0]?.Attributes?.ApproximateReceiveCount)).toBeGreaterThan(limits.queueReceives);
}, 100_000);
