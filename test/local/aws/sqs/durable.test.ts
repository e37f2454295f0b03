import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueues } from '../../../../src/aws/create-tables.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { startSqs } from '../../../../src/local/aws/sqs/start-sqs.ts';
import { localClients } from '../../../support/local-clients.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** A process's SQS with what the file holds. */
async function start(file: string, nowMs: () => number = Date.now) {
  const embedded = await startSqs({ journalFile: file, nowMs });
  onTestFinished(() => embedded.stop());
  const { sqs } = localClients({ SQS: embedded.url });
  const QueueUrl = (await createQueues(sqs)).turnsQueueUrl;
  return { sqs, QueueUrl, waiting: () => embedded.waiting(QueueUrl) };
}
type Started = Awaited<ReturnType<typeof start>>;

const message = (text: string) => ({
  MessageBody: text,
  MessageGroupId: encodeURIComponent(text),
  MessageDeduplicationId: encodeURIComponent(text),
});
const send = ({ sqs, QueueUrl }: Started, text: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl, ...message(text) }));
const receive = async ({ sqs, QueueUrl }: Started) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))).Messages ?? [];

describe('the queues with a data directory', () => {
  it('hold after a kill what was sent and not deleted, in order', async () => {
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
    writeFileSync(file, '{"removed":["a"]}\n{"sent":\n{"removed":["b"]}\n');
    await expect(start(file)).rejects.toThrow(`the queue's journal is damaged at ${file}:2`);
  });

  it('remember for five minutes what was sent, also when it was deleted or is in no rewritten line', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const clock = { nowMs: Date.now() };
    const first = await start(file, () => clock.nowMs);
    const { MessageId } = await send(first, 'once');
    for (const { ReceiptHandle } of await receive(first))
      await first.sqs.send(new DeleteMessageCommand({ QueueUrl: first.QueueUrl, ReceiptHandle }));
    for (let starts = 0; starts < 2; starts += 1) {
      const again = await start(file, () => clock.nowMs);
      expect((await send(again, 'once')).MessageId).toBe(MessageId);
      expect(again.waiting()).toEqual([]);
    }
    clock.nowMs += 5 * 60_000;
    const later = await start(file, () => clock.nowMs);
    await send(later, 'once');
    expect(later.waiting()).toEqual(['once']);
  });

  it('keep what was sent to a queue that is not created this time', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    await send(await start(file), 'kept');
    const without = await startSqs({ journalFile: file });
    await without.stop();
    expect((await start(file)).waiting()).toEqual(['kept']);
  });

  it('keep dead letters as dead letters', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const first = await start(file);
    const { turnsDeadLetterUrl } = await createQueues(first.sqs);
    await send(first, 'poison');
    for (let receives = 0; receives <= limits.queueReceives; receives += 1)
      for (const { ReceiptHandle } of await receive(first))
        await first.sqs.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: first.QueueUrl,
            ReceiptHandle,
            VisibilityTimeout: 0,
          }),
        );
    expect(first.waiting()).toEqual([]);
    const second = await start(file);
    expect(second.waiting()).toEqual([]);
    const [letter] = await receive({
      ...second,
      QueueUrl: turnsDeadLetterUrl.replace(/^.*\/\/[^/]+/, new URL(second.QueueUrl).origin),
    });
    expect(letter?.Body).toBe('poison');
  });
});
