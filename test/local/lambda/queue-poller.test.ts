import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AwsClients } from '../../../src/aws/clients.ts';
import { createQueues } from '../../../src/aws/create-tables.ts';
import { receiveBatch } from '../../../src/aws/poll-queue.ts';
import { startSqs } from '../../../src/local/aws/sqs/start-sqs.ts';
import { type PolledQueue, startQueuePoller } from '../../../src/local/lambda/queues.ts';
import { localClients } from '../../support/local-clients.ts';

let sqs: AwsClients['sqs'];
let queueUrl: string;
let waiting: () => readonly string[];
beforeEach(async () => {
  const embedded = await startSqs();
  onTestFinished(() => embedded.stop());
  ({ sqs } = localClients({ SQS: embedded.url }));
  queueUrl = (await createQueues(sqs)).turnsQueueUrl;
  waiting = () => embedded.waiting(queueUrl);
});

const send = (group: string, body: string) =>
  sqs.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: body,
      MessageGroupId: group,
      MessageDeduplicationId: body.replaceAll(' ', '-'),
    }),
  );

/** Polls into a function until the test ends. */
function poll(invoke: (event: SQSEvent) => Promise<unknown>, concurrency = 10) {
  const reports: string[] = [];
  const queue: PolledQueue = {
    name: 'turns',
    concurrency,
    receive: (waitS, signal) => receiveBatch(sqs, { queueUrl, waitS, batch: 10 }, invoke, signal),
  };
  const poller = startQueuePoller(queue, (message, error) => void reports.push(`${message}: ${error}`));
  onTestFinished(() => poller.stop());
  return { ...poller, reports };
}
const bodiesOf = ({ Records }: SQSEvent) => Records.map(({ body }) => body);
const settled = { timeout: 30_000, interval: 20 };

describe('the poller of a queue', () => {
  it('continues with other groups while one is slow, and keeps that one in order', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done: string[] = [];
    poll(async (event) => {
      if (bodiesOf(event).includes('slow 1')) await released;
      done.push(...bodiesOf(event));
    });
    onTestFinished(() => release());
    await send('slow', 'slow 1');
    await send('slow', 'slow 2');
    await expect.poll(waiting, settled).toHaveLength(2);
    const quick = Array.from({ length: 30 }, (_, n) => `quick ${n}`);
    for (const [n, body] of quick.entries()) await send(`group-${n % 3}`, body);
    await expect.poll(() => done.filter((body) => body.startsWith('quick')).length, settled).toBe(30);
    expect(done.some((body) => body.startsWith('slow'))).toBe(false);
    release();
    await expect.poll(waiting, settled).toEqual([]);
    expect(done.filter((body) => body.startsWith('slow'))).toEqual(['slow 1', 'slow 2']);
  });

  it('never has a group in two invocations at once, and no more invocations than allowed', async () => {
    const running = new Map<string, number>();
    let invocations = 0;
    let most = 0;
    let overlaps = 0;
    const order = new Map<string, number[]>();
    poll(async ({ Records }) => {
      invocations += 1;
      most = Math.max(most, invocations);
      const groups = new Set(Records.map(({ attributes }) => attributes.MessageGroupId ?? ''));
      for (const group of groups) {
        if (running.get(group)) overlaps += 1;
        running.set(group, 1);
      }
      await new Promise((resolve) => setImmediate(resolve));
      for (const { attributes, body } of Records) {
        const group = attributes.MessageGroupId ?? '';
        order.set(group, [...(order.get(group) ?? []), Number(body.split(' ')[1])]);
        running.set(group, 0);
      }
      invocations -= 1;
    }, 3);
    const sends = Array.from({ length: 60 }, (_, n) => [n % 6, Math.floor(n / 6)] as const);
    for (const [group, n] of sends) await send(`${group}`, `${group} ${n}`);
    await expect.poll(waiting, settled).toEqual([]);
    expect([overlaps, most <= 3]).toEqual([0, true]);
    expect([...order.values()]).toEqual(Array.from({ length: 6 }, () => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });

  it('deletes what was done and leaves what failed', async () => {
    const seen: string[] = [];
    poll(async ({ Records }) => {
      seen.push(...Records.map(({ body }) => body));
      const failed = Records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await send('a', 'good');
    await send('b', 'bad');
    await expect.poll(() => [...seen].sort(), settled).toEqual(['bad', 'good']);
    await expect.poll(waiting, settled).toEqual(['bad']);
  });

  it('treats a whole batch as failed when its answer names a record outside of it', async () => {
    const seen: string[] = [];
    poll(async (event) => {
      seen.push(...bodiesOf(event));
      return { batchItemFailures: [{ itemIdentifier: 'unknown' }] };
    });
    await send('a', 'good');
    await expect.poll(() => seen, settled).toEqual(['good']);
    await send('b', 'other');
    await expect.poll(() => seen, settled).toEqual(['good', 'other']);
    expect(waiting()).toEqual(['good', 'other']);
  });

  it('waits for what is being processed when it stops', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const { stop } = poll(async () => {
      enter();
      await released;
    });
    await send('a', 'slow');
    await entered;
    const stopped = stop();
    expect(waiting()).toEqual(['slow']);
    release();
    await stopped;
    expect(waiting()).toEqual([]);
  });

  it('reports errors, and continues', async () => {
    const reports: string[] = [];
    const done: string[] = [];
    const receives: PolledQueue['receive'][] = [
      () => Promise.reject(new Error('no connection')),
      async () => () => Promise.reject(new Error('not deleted')),
      async () => async () => void done.push('done'),
    ];
    const idle: PolledQueue['receive'] = (_, signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    const poller = startQueuePoller(
      {
        name: 'turns',
        concurrency: 2,
        receive: (waitS, signal) => (receives.shift() ?? idle)(waitS, signal),
      },
      (message, error) => void reports.push(`${message}: ${error}`),
    );
    await expect.poll(() => done, settled).toEqual(['done']);
    await poller.stop();
    expect(reports).toEqual([
      'turns could not be polled: Error: no connection',
      'a batch of turns was not finished: Error: not deleted',
    ]);
  });
});
