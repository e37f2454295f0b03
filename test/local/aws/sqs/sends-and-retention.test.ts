import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionPage, bodiesOf, guidePage, itBehaves, receivesOf, sqsWorld } from './sqs-world.ts';

const dayS = 86_400;

describe('deduplication', () => {
  itBehaves([
    {
      says: 'the same id within five minutes is answered with the first message and not delivered',
      page: guidePage('using-messagededuplicationid-property'),
      async test({ fifo, receive, remove, pass, sqs }) {
        const queue = await fifo();
        const send = (MessageBody: string) =>
          sqs.sendMessage({
            QueueUrl: queue,
            MessageBody,
            MessageGroupId: 'a',
            MessageDeduplicationId: 'id',
          });
        const first = await send('first');
        const second = await send('second');
        expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
        // Also when the first has been deleted.
        await remove(queue, await receive(queue));
        pass(299);
        await send('third');
        expect(await receive(queue)).toEqual([]);
        pass(1);
        await send('fourth');
        expect(bodiesOf(await receive(queue))).toEqual(['fourth']);
      },
    },
    {
      says: 'what is dead by then is remembered too',
      page: guidePage('FIFO-queues-exactly-once-processing'),
      async test({ fifo, redrive, send, receive, show }) {
        const dead = await fifo({}, 'dead.fifo');
        const queue = await fifo(await redrive(dead, 1));
        await send(queue, 'a 1');
        await show(queue, await receive(queue));
        expect(await receive(queue)).toEqual([]);
        await send(queue, 'a 1');
        expect(await receive(queue)).toEqual([]);
        expect(bodiesOf(await receive(dead))).toEqual(['a 1']);
      },
    },
    {
      says: 'with the scope of a group the same id in another group is another message',
      page: guidePage('high-throughput-fifo'),
      async test({ fifo, receive, sqs }) {
        const wide = await fifo({}, 'wide.fifo');
        const narrow = await fifo(
          { DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' },
          'narrow.fifo',
        );
        for (const QueueUrl of [wide, narrow])
          for (const MessageGroupId of ['a', 'b'])
            await sqs.sendMessage({
              QueueUrl,
              MessageGroupId,
              MessageBody: MessageGroupId,
              MessageDeduplicationId: 'id',
            });
        expect(bodiesOf(await receive(wide))).toEqual(['a']);
        expect(bodiesOf(await receive(narrow))).toEqual(['a', 'b']);
      },
    },
    {
      says: 'content takes the place of an id where the queue says so, and is refused where it does not',
      page: guidePage('FIFO-queues-exactly-once-processing'),
      async test({ fifo, receive, sqs }) {
        const byContent = await fifo({ ContentBasedDeduplication: 'true' }, 'content.fifo');
        for (const MessageBody of ['x', 'x', 'y'])
          await sqs.sendMessage({ QueueUrl: byContent, MessageGroupId: 'a', MessageBody });
        const messages = await receive(byContent);
        expect(bodiesOf(messages)).toEqual(['x', 'y']);
        expect(messages[0]?.Attributes?.MessageDeduplicationId).toBe(
          createHash('sha256').update('x').digest('hex'),
        );
        const without = sqs.sendMessage({ QueueUrl: await fifo(), MessageGroupId: 'a', MessageBody: 'x' });
        await expect(without).rejects.toThrow('ContentBasedDeduplication');
      },
    },
  ]);
});

describe('dead letters and retention', () => {
  itBehaves([
    {
      says: 'what was received as often as it may goes to the dead letters, in order and with its group',
      page: guidePage('sqs-dead-letter-queues'),
      async test({ fifo, redrive, send, receive, show, sqs }) {
        const dead = await fifo({}, 'dead.fifo');
        const queue = await fifo(await redrive(dead, 2));
        await send(queue, 'a 1', 'a 2', 'b 1');
        await show(queue, await receive(queue));
        await show(queue, await receive(queue));
        await send(queue, 'a 3');
        expect(bodiesOf(await receive(queue))).toEqual(['a 3']);
        const letters = await receive(dead);
        expect(bodiesOf(letters)).toEqual(['a 1', 'a 2', 'b 1']);
        const { Attributes } = await sqs.getQueueAttributes({
          QueueUrl: queue,
          AttributeNames: ['QueueArn'],
        });
        expect(letters[0]?.Attributes).toMatchObject({
          MessageGroupId: 'a',
          MessageDeduplicationId: 'a-1',
          DeadLetterQueueSourceArn: Attributes?.QueueArn,
        });
      },
    },
    {
      says: 'a message is gone after its time, in flight or not',
      page: actionPage('SetQueueAttributes'),
      async test({ fifo, send, receive, pass }) {
        const queue = await fifo({ MessageRetentionPeriod: 60, VisibilityTimeout: 300 });
        await send(queue, 'a 1');
        await receive(queue);
        pass(30);
        await send(queue, 'a 2');
        pass(30);
        expect(bodiesOf(await receive(queue))).toEqual(['a 2']);
        pass(30);
        expect(await receive(queue)).toEqual([]);
      },
    },
    {
      says: "a FIFO queue's dead letters are as old as their coming, a standard queue's as old as their sending",
      page: guidePage('sqs-dead-letter-queues'),
      async test(world) {
        const { fifo, standard, redrive, send, receive, show, pass, clock } = world;
        const retention = { MessageRetentionPeriod: 4 * dayS };
        const deadFifo = await fifo(retention, 'dead.fifo');
        const deadStandard = await standard(retention, 'dead');
        const queues = [
          await fifo(await redrive(deadFifo, 1)),
          await standard(await redrive(deadStandard, 1)),
        ];
        const sentAtMs = clock.nowMs;
        for (const queue of queues) await send(queue, 'a 1');
        pass(3 * dayS);
        for (const queue of queues) {
          await show(queue, await receive(queue));
          expect(await receive(queue)).toEqual([]);
        }
        const ages = [await receive(deadFifo, { VisibilityTimeout: 0 }), await receive(deadStandard)].map(
          ([letter]) => Number(letter?.Attributes?.SentTimestamp) - sentAtMs,
        );
        expect(ages).toEqual([3 * dayS * 1000, 0]);
        pass(dayS);
        expect(bodiesOf(await receive(deadFifo))).toEqual(['a 1']);
        expect(await receive(deadStandard)).toEqual([]);
      },
    },
    {
      says: 'dead letters of a FIFO queue go to a FIFO queue only',
      page: guidePage('sqs-dead-letter-queues'),
      async test({ fifo, standard, redrive }) {
        const dead = await standard({}, 'dead');
        await expect(fifo(await redrive(dead, 1))).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
      },
    },
    {
      says: 'a purged queue is empty, and is not purged again within a minute',
      page: actionPage('PurgeQueue'),
      async test({ fifo, send, receive, pass, sqs }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2');
        await receive(queue, { MaxNumberOfMessages: 1 });
        await sqs.purgeQueue({ QueueUrl: queue });
        await expect(sqs.purgeQueue({ QueueUrl: queue })).rejects.toMatchObject({
          name: 'PurgeQueueInProgress',
        });
        pass(60);
        await sqs.purgeQueue({ QueueUrl: queue });
        expect(await receive(queue)).toEqual([]);
      },
    },
  ]);
});

describe('delay', () => {
  itBehaves([
    {
      says: 'a FIFO queue delays all its messages alike, also those sent before its delay was changed',
      page: guidePage('sqs-delay-queues'),
      async test({ fifo, send, receive, pass, sqs }) {
        const queue = await fifo({ DelaySeconds: 60 });
        await send(queue, 'a 1');
        const own = sqs.sendMessage({
          QueueUrl: queue,
          MessageBody: 'x',
          MessageGroupId: 'a',
          MessageDeduplicationId: 'x',
          DelaySeconds: 1,
        });
        await expect(own).rejects.toThrow('not valid for this queue type');
        pass(10);
        expect(await receive(queue)).toEqual([]);
        await sqs.setQueueAttributes({ QueueUrl: queue, Attributes: { DelaySeconds: '10' } });
        expect(bodiesOf(await receive(queue))).toEqual(['a 1']);
      },
    },
    {
      says: 'a standard queue takes a delay for each message, and keeps it when its own is changed',
      page: guidePage('sqs-delay-queues'),
      async test({ standard, receive, pass, sqs }) {
        const queue = await standard({ DelaySeconds: 30 });
        await sqs.sendMessage({ QueueUrl: queue, MessageBody: 'own', DelaySeconds: 5 });
        await sqs.sendMessage({ QueueUrl: queue, MessageBody: "the queue's" });
        await sqs.setQueueAttributes({ QueueUrl: queue, Attributes: { DelaySeconds: '0' } });
        pass(5);
        expect(bodiesOf(await receive(queue))).toEqual(['own']);
        pass(25);
        expect(bodiesOf(await receive(queue))).toEqual(["the queue's"]);
      },
    },
  ]);
});

describe('contents', () => {
  itBehaves([
    {
      says: 'every character that XML has is taken, emoji among them',
      page: actionPage('SendMessage'),
      async test({ standard, send, receive }) {
        const queue = await standard();
        const body = '\t\n\r \u{d7ff}\u{e000}\u{fffd}\u{10000}👍🏽\u{10ffff} é 漢';
        await send(queue, body);
        expect(bodiesOf(await receive(queue))).toEqual([body]);
      },
    },
    {
      says: 'a message with any other character is refused',
      page: actionPage('SendMessage'),
      async test({ standard, send, receive }) {
        const queue = await standard();
        for (const bad of ['\u0000', '\u0008', '\u000b', '\u001f', '\ufffe', '\uffff'])
          await expect(send(queue, `a${bad}b`)).rejects.toMatchObject({ name: 'InvalidMessageContents' });
        expect(await receive(queue)).toEqual([]);
      },
    },
    {
      says: 'a message has at most 1 MiB, or what its queue says',
      page: guidePage('quotas-messages'),
      async test({ standard, send }) {
        const queue = await standard({}, 'wide');
        await send(queue, 'x'.repeat(1_048_576));
        await expect(send(queue, 'x'.repeat(1_048_577))).rejects.toThrow('shorter than 1048576 bytes');
        const narrow = await standard({ MaximumMessageSize: 1_024 }, 'narrow');
        await send(narrow, `${'x'.repeat(1_022)}ü`);
        await expect(send(narrow, `${'x'.repeat(1_023)}ü`)).rejects.toThrow('shorter than 1024');
      },
    },
    {
      says: 'attributes, which nothing here sends, are refused',
      page: actionPage('SendMessage'),
      async test({ standard, sqs, receive }) {
        const queue = await standard();
        const MessageAttributes = { name: { DataType: 'String', StringValue: 'x' } };
        await expect(
          sqs.sendMessage({ QueueUrl: queue, MessageBody: 'x', MessageAttributes }),
        ).rejects.toMatchObject({ name: 'ValidationException' });
        expect(await receive(queue)).toEqual([]);
      },
    },
    {
      says: 'a FIFO queue takes no message without a group',
      page: guidePage('using-messagegroupid-property'),
      async test({ fifo, sqs }) {
        const QueueUrl = await fifo({ ContentBasedDeduplication: 'true' });
        const without = sqs.sendMessage({ QueueUrl, MessageBody: 'x' });
        await expect(without).rejects.toMatchObject({ name: expect.stringContaining('MissingParameter') });
        for (const MessageGroupId of ['with space', 'x'.repeat(129), 'é'])
          await expect(sqs.sendMessage({ QueueUrl, MessageBody: 'x', MessageGroupId })).rejects.toThrow(
            'MessageGroupId',
          );
      },
    },
  ]);

  it('return unchanged, whatever text they are', async () => {
    const { standard, send, receive, remove } = await sqsWorld();
    const queue = await standard();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        const isAllowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text);
        if (!isAllowed)
          await expect(send(queue, text)).rejects.toMatchObject({ name: 'InvalidMessageContents' });
        else await send(queue, text);
        const got = await receive(queue);
        await remove(queue, got);
        expect(bodiesOf(got)).toEqual(isAllowed ? [text] : []);
      }),
      { numRuns: 50 },
    );
  });
});

describe('batches', () => {
  const entry = (Id: string, MessageBody = Id) => ({ Id, MessageBody });

  itBehaves([
    {
      says: 'an entry that is wrong fails alone',
      page: actionPage('SendMessageBatch'),
      async test({ standard, receive, sqs }) {
        const QueueUrl = await standard();
        const Entries = [entry('a'), entry('b', '\u0000'), entry('c')];
        const { Successful, Failed } = await sqs.sendMessageBatch({ QueueUrl, Entries });
        expect(Successful?.map(({ Id }) => Id)).toEqual(['a', 'c']);
        expect(Failed).toMatchObject([{ Id: 'b', SenderFault: true, Code: 'InvalidMessageContents' }]);
        expect(bodiesOf(await receive(QueueUrl)).sort()).toEqual(['a', 'c']);
      },
    },
    {
      says: 'a batch has one to ten entries with ids of their own, and 1 MiB together',
      page: guidePage('quotas-messages'),
      async test({ standard, receive, sqs }) {
        const QueueUrl = await standard();
        const batches = {
          EmptyBatchRequest: [],
          TooManyEntriesInBatchRequest: Array.from({ length: 11 }, (_, n) => entry(`${n}`)),
          BatchEntryIdsNotDistinct: [entry('a'), entry('a')],
          InvalidBatchEntryId: [entry('a b')],
          BatchRequestTooLong: [entry('a', 'x'.repeat(600_000)), entry('b', 'x'.repeat(600_000))],
        };
        for (const [name, Entries] of Object.entries(batches))
          await expect(sqs.sendMessageBatch({ QueueUrl, Entries })).rejects.toMatchObject({ name });
        expect(await receive(QueueUrl)).toEqual([]);
      },
    },
  ]);
});

describe('the attributes of a queue', () => {
  itBehaves([
    {
      says: 'how many messages are visible, in flight and delayed',
      page: actionPage('GetQueueAttributes'),
      async test({ standard, send, receive, sqs }) {
        const QueueUrl = await standard();
        await send(QueueUrl, '1', '2', '3');
        await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 9 });
        await receive(QueueUrl, { MaxNumberOfMessages: 1 });
        const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
        expect(Attributes).toMatchObject({
          ApproximateNumberOfMessages: '2',
          ApproximateNumberOfMessagesNotVisible: '1',
          ApproximateNumberOfMessagesDelayed: '1',
          VisibilityTimeout: '30',
          MessageRetentionPeriod: '345600',
        });
      },
    },
    {
      says: 'when a message was sent and first received, how often, and its place in the order',
      page: actionPage('ReceiveMessage'),
      async test({ fifo, send, receive, show, pass, clock }) {
        const queue = await fifo();
        const sentAtMs = clock.nowMs;
        await send(queue, 'a 1', 'a 2');
        pass(5);
        await show(queue, await receive(queue));
        pass(5);
        const [first, second] = await receive(queue);
        expect(first?.Attributes).toMatchObject({
          SentTimestamp: String(sentAtMs),
          ApproximateFirstReceiveTimestamp: String(sentAtMs + 5_000),
          ApproximateReceiveCount: '2',
          MessageGroupId: 'a',
          MessageDeduplicationId: 'a-1',
          SequenceNumber: expect.stringMatching(/^\d{20}$/),
        });
        const [one = '', two = ''] = [first, second].map((message) => message?.Attributes?.SequenceNumber);
        expect(one < two).toBe(true);
        expect(receivesOf([first ?? {}])).toEqual([2]);
      },
    },
    {
      says: 'that it does not exist, or exists with other attributes',
      page: actionPage('CreateQueue'),
      async test({ fifo, standard, sqs, server }) {
        const QueueUrl = `${server.url}/000000000000/none`;
        await expect(sqs.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({
          name: 'QueueDoesNotExist',
          Code: 'AWS.SimpleQueueService.NonExistentQueue',
        });
        await expect(sqs.getQueueUrl({ QueueName: 'none' })).rejects.toMatchObject({
          name: 'QueueDoesNotExist',
        });
        const queue = await fifo({ VisibilityTimeout: 5 });
        expect(await fifo({ VisibilityTimeout: 5 })).toBe(queue);
        await expect(fifo({ VisibilityTimeout: 6 })).rejects.toMatchObject({ name: 'QueueNameExists' });
        await expect(standard({}, 'queue.fifo')).rejects.toThrow('QueueName');
        await expect(standard({ VisibilityTimeout: 43_201 })).rejects.toMatchObject({
          name: 'InvalidAttributeValue',
        });
        await expect(standard({ Unknown: 1 })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
      },
    },
  ]);
});
