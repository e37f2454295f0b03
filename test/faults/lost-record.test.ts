import { randomUUID } from 'node:crypto';
import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { echoing } from '../support/chaos/chaos-stack.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { putTablesBack, readTables } from '../support/restore/point-in-time.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    createHandler: (env) => createHandler(env, { nowMs }),
    queues: { nowMs },
    changeTenant: (folder) => echoing(folder, 'https://127.0.0.1'),
  });
});
afterAll(() => stack.stop());

/** As a restore leaves it: the tables know of messages that the queue has given out meanwhile. */
async function loseRecords(): Promise<void> {
  const { sqs } = stack.clients;
  const QueueUrl = stack.queues.continuationsQueueUrl;
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  for (const { ReceiptHandle } of Messages)
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
}

it('a message behind one that the queue has lost is answered, and the conversation continues', async () => {
  const session = randomUUID();
  const post = async (text: string) => {
    const response = await say(stack, session, text);
    return [response.status, await response.json()] as const;
  };
  const [, { conversationId }] = await post('hello');
  expect((await post('slow'))[0]).toBe(202);
  expect((await post('lost'))[0]).toBe(202);
  await loseRecords();
  const [status, { messageId }] = await post('behind it');
  expect(status).toBe(202);
  await stack.drain();
  const messages = await readTranscript(stack, session, conversationId);
  expect(messages.map(({ text }) => text)).toEqual([
    ...['hello', 'echo hello', 'slow', 'echo slow', 'behind it', 'echo behind it'],
  ]);
  expect(messages.map(({ id }) => id)).toContain(messageId);
  expect((await post('next'))[0]).toBe(200);
});

it('a visitor waiting for a slow turn that a restore has lost is answered by the first run of the schedule', async () => {
  const { TABLE_PREFIX = '' } = stack.env;
  await stack.drain();
  const session = randomUUID();
  const { conversationId } = await (await say(stack, session, 'slow')).json();
  const then = await readTables(stack.clients.dynamodb, TABLE_PREFIX);
  const [record] = stack.queues.waiting(stack.queues.continuationsQueueUrl);
  await createHandler(stack.env, { nowMs })(queueEvent(String(record)), lambdaContext);
  await loseRecords();
  await expect.poll(() => stack.queues.waiting(stack.queues.jobQueueUrl).length).toBe(1);
  await putTablesBack(stack.clients.dynamodb, TABLE_PREFIX, then);
  clock.aheadMs += 6 * 60_000;
  // The mark of the turn that is lost comes before the schedule, and must not put the visit off.
  await stack.tick();
  await stack.drain();
  const messages = await readTranscript(stack, session, conversationId);
  expect(messages.map(({ text }) => text)).toEqual(['slow', 'echo slow']);
});
