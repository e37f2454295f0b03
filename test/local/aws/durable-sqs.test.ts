import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueues } from '../../../src/aws/create-queues.ts';
import { startDurableSqs } from '../../../src/local/aws/durable-sqs.ts';
import { startSqs } from '../../../src/local/aws/sqs.ts';
import { localClients } from '../../support/local-clients.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A process's SQS with what the file holds. */
async function start(file: string) {
  const embedded = await startSqs();
  onTestFinished(() => embedded.stop());
  const durable = await startDurableSqs(embedded.url, file);
  onTestFinished(() => durable.stop());
  const { sqs } = localClients({ SQS: durable.url });
  const urls = await createQueues(sqs);
  await durable.restore(Object.values(urls));
  const QueueUrl = urls.turnsQueueUrl;
  return { sqs, QueueUrl, waiting: () => embedded.waiting(QueueUrl) };
}
type Started = Awaited<ReturnType<typeof start>>;

const message = (text: string) => ({
  MessageBody: text,
  MessageGroupId: `group of ${text}`,
  MessageDeduplicationId: text,
});
const send = ({ sqs, QueueUrl }: Started, text: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl, ...message(text) }));
const receive = async ({ sqs, QueueUrl }: Started) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))).Messages ?? [];

describe('the queues with a data directory', () => {
  it('have after a kill what was sent and not deleted, in order', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const first = await start(file);
    for (const text of ['a', 'b', 'c ü']) await send(first, text);
    await first.sqs.send(
      new SendMessageBatchCommand({
        QueueUrl: first.QueueUrl,
        Entries: ['d', 'e', 'f'].map((Id) => ({ Id, ...message(Id) })),
      }),
    );
    const handleOf = Object.fromEntries((await receive(first)).map((one) => [one.Body, one.ReceiptHandle]));
    const { QueueUrl } = first;
    await first.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: handleOf.b }));
    await first.sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: ['d', 'e'].map((Id) => ({ Id, ReceiptHandle: handleOf[Id] })),
      }),
    );
    const second = await start(file);
    expect(second.waiting()).toEqual(['a', 'c ü', 'f']);
    const third = await start(file);
    expect(third.waiting()).toEqual(['a', 'c ü', 'f']);
    expect((await receive(third)).map(({ Body }) => Body)).toEqual(['a', 'c ü', 'f']);
  });

  it('lose nothing acknowledged when the last line is cut off at any byte', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const first = await start(file);
    await send(first, 'acknowledged');
    const whole = readFileSync(file).length;
    await send(first, 'ünder way');
    const bytes = readFileSync(file);
    for (let length = whole; length < bytes.length; length += 23) {
      writeFileSync(file, bytes);
      truncateSync(file, length);
      const again = await start(file);
      expect(again.waiting()).toEqual(['acknowledged']);
      await send(again, 'later');
      expect((await start(file)).waiting()).toEqual(['acknowledged', 'later']);
    }
  });

  it('do not start from a journal that is damaged before its end', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    writeFileSync(file, '{"deleted":"a"}\n{"sent":\n{"deleted":"b"}\n');
    await expect(start(file)).rejects.toThrow(`the queue's journal is damaged at ${file}:2`);
  });

  it('answer as the embedded ones do when a call is wrong', async () => {
    const started = await start(join(await temporaryDirectory(), 'queue.jsonl'));
    const QueueUrl = `${started.QueueUrl}x`;
    const call = started.sqs.send(new SendMessageCommand({ QueueUrl, ...message('a') }));
    await expect(call).rejects.toMatchObject({ name: expect.stringMatching(/QueueDoesNotExist/) });
  });
});
