import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
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

it('a poison message is given up at once and delays no other, not even in its own conversation', async () => {
  const { sqs, dynamodb } = createAwsClients(stack.env);
  const letters = new DeadLettersTable(dynamodb, String(stack.env.TABLE_PREFIX));
  const { turnsQueueUrl, turnsDeadLetterUrl } = stack.queues;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(poisoned, 'hello')] }));
  await expect.poll(() => isAnswered(poisoned), { timeout: 40_000 }).toBe(true);
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
  await expect
    .poll(() => provider.sends.filter(({ to }) => to === poisoned).length, { timeout: 30_000 })
    .toBeGreaterThan(2);
  expect((await letters.list({ tenantId: 'acme', conversationId }, null, 10)).deadLetters).toMatchObject([
    { kind: 'unreadable', queue: 'turns', attempts: 1, body: '{"kind":"poison"}' },
  ]);
  expect(stack.queues.waiting(turnsQueueUrl)).toEqual([]);
  expect(stack.queues.waiting(turnsDeadLetterUrl)).toEqual([]);
});
