import { describe, expect, it, onTestFinished } from 'vitest';
import { randomChoice } from '../../../../src/local/aws/sqs/queue-settings.ts';
import { actionPage, bodiesOf, guidePage, itBehaves, receivesOf, sqsWorld } from './sqs-world.ts';

const hourS = 3_600;

describe('groups of a FIFO queue', () => {
  itBehaves([
    {
      says: 'a receive gives as many of one group as fit, in order, and then of others',
      page: guidePage('FIFO-queues-understanding-logic'),
      async test({ fifo, send, receive }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'b 1', 'a 2', 'c 1', 'a 3', 'b 2');
        expect(bodiesOf(await receive(queue))).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1']);
      },
    },
    {
      says: 'a receive gives no more than was asked for, and at most ten',
      page: actionPage('ReceiveMessage'),
      async test({ fifo, send, receive, sqs }) {
        const queue = await fifo();
        await send(queue, ...Array.from({ length: 12 }, (_, n) => `a ${n}`));
        expect(bodiesOf(await receive(queue, { MaxNumberOfMessages: 1 }))).toEqual(['a 0']);
        const tooMany = sqs.receiveMessage({ QueueUrl: queue, MaxNumberOfMessages: 11 });
        await expect(tooMany).rejects.toMatchObject({
          name: expect.stringContaining('InvalidParameterValue'),
        });
      },
    },
    {
      says: 'nothing more of a group is given while one of its messages is in flight, while other groups go on',
      page: guidePage('FIFO-queues-understanding-logic'),
      async test({ fifo, send, receive, remove }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2', 'a 3');
        const [first, second] = await receive(queue, { MaxNumberOfMessages: 2 });
        await send(queue, 'b 1');
        expect(bodiesOf(await receive(queue))).toEqual(['b 1']);
        if (first) await remove(queue, [first]);
        expect(await receive(queue)).toEqual([]);
        if (second) await remove(queue, [second]);
        expect(bodiesOf(await receive(queue))).toEqual(['a 3']);
      },
    },
    {
      says: 'a group whose messages are visible again is given from its first message on',
      page: guidePage('sqs-visibility-timeout'),
      async test({ fifo, send, receive, show }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2');
        const [head, follower] = await receive(queue);
        if (head) await show(queue, [head]);
        expect(await receive(queue)).toEqual([]);
        if (follower) await show(queue, [follower]);
        expect(bodiesOf(await receive(queue))).toEqual(['a 1', 'a 2']);
      },
    },
    {
      says: 'each receive counts for each of its messages, tried or not',
      page: guidePage('sqs-dead-letter-queues'),
      async test({ fifo, send, receive, show }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2');
        await show(queue, await receive(queue));
        await send(queue, 'a 3');
        expect(receivesOf(await receive(queue))).toEqual([2, 2, 1]);
      },
    },
    {
      says: 'a queue looks for groups among its first messages only, so that a backlog of one group hides others',
      page: guidePage('avoid-backlog-with-the-same-message-group-id'),
      options: { inFlightQuota: 3 },
      async test({ fifo, send, receive, remove }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2', 'a 3', 'b 1');
        const head = await receive(queue, { MaxNumberOfMessages: 1 });
        expect(await receive(queue)).toEqual([]);
        await remove(queue, head);
        expect(bodiesOf(await receive(queue, { MaxNumberOfMessages: 2 }))).toEqual(['a 2', 'a 3']);
        expect(bodiesOf(await receive(queue))).toEqual(['b 1']);
      },
    },
    {
      says: 'a FIFO queue whose quota is in flight gives nothing, and no error',
      page: actionPage('ChangeMessageVisibility'),
      options: { inFlightQuota: 2 },
      async test({ fifo, send, receive, remove }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'b 1', 'c 1');
        const taken = await receive(queue);
        expect(bodiesOf(taken)).toEqual(['a 1', 'b 1']);
        expect(await receive(queue)).toEqual([]);
        await remove(queue, taken.slice(0, 1));
        expect(bodiesOf(await receive(queue))).toEqual(['c 1']);
      },
    },
    {
      says: 'a standard queue whose quota is in flight answers OverLimit to who does not wait',
      page: actionPage('ReceiveMessage'),
      options: { inFlightQuota: 2 },
      async test({ standard, send, receive, sqs }) {
        const queue = await standard();
        await send(queue, '1', '2', '3');
        await receive(queue);
        await expect(receive(queue)).rejects.toMatchObject({ name: 'OverLimit' });
        const waited = await sqs.receiveMessage({ QueueUrl: queue, WaitTimeSeconds: 1 });
        expect(waited.Messages).toBeUndefined();
      },
    },
    {
      says: 'a standard queue locks nothing, not even what has a group',
      page: guidePage('using-messagegroupid-property'),
      async test({ standard, sqs, receive }) {
        const queue = await standard();
        for (const MessageBody of ['1', '2'])
          await sqs.sendMessage({ QueueUrl: queue, MessageBody, MessageGroupId: 'a' });
        const [first] = await receive(queue, { MaxNumberOfMessages: 1 });
        const [second] = await receive(queue, { MaxNumberOfMessages: 1 });
        expect([first?.Body, second?.Body].sort()).toEqual(['1', '2']);
        expect(second?.Attributes?.MessageGroupId).toBe('a');
      },
    },
  ]);

  it('arrive in any order by the seed, never out of order within one', async () => {
    const orders = new Set<string>();
    for (let seed = 1; seed <= 5; seed += 1) {
      let state = seed;
      const random = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      const { fifo, send, receive } = await sqsWorld({ choose: randomChoice(random) });
      const queue = await fifo();
      await send(queue, 'a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'c 2');
      const got = bodiesOf(await receive(queue)).concat(bodiesOf(await receive(queue)));
      for (const group of ['a', 'b', 'c']) {
        const own = got.filter((body) => body?.startsWith(group));
        expect(own).toEqual([`${group} 1`, `${group} 2`].slice(0, own.length));
      }
      orders.add(got.join());
    }
    expect(orders.size).toBeGreaterThan(2);
  });
});

describe('visibility', () => {
  itBehaves([
    {
      says: 'a received message is hidden for the time of its receive, its followers too',
      page: guidePage('sqs-visibility-timeout'),
      async test({ fifo, send, receive, pass }) {
        const queue = await fifo({ VisibilityTimeout: 360 });
        await send(queue, 'a 1', 'a 2');
        await receive(queue);
        pass(359);
        expect(await receive(queue)).toEqual([]);
        pass(1);
        expect(bodiesOf(await receive(queue, { VisibilityTimeout: 5 }))).toEqual(['a 1', 'a 2']);
        pass(5);
        expect(receivesOf(await receive(queue))).toEqual([3, 3]);
      },
    },
    {
      says: 'a changed visibility counts from the change',
      page: actionPage('ChangeMessageVisibility'),
      async test({ fifo, send, receive, pass, show }) {
        const queue = await fifo({ VisibilityTimeout: 30 });
        await send(queue, 'a 1');
        const taken = await receive(queue);
        pass(20);
        await show(queue, taken, 60);
        pass(59);
        expect(await receive(queue)).toEqual([]);
        pass(1);
        expect(bodiesOf(await receive(queue))).toEqual(['a 1']);
      },
    },
    {
      says: 'no message is in flight for more than twelve hours from its receive',
      page: guidePage('sqs-visibility-timeout'),
      async test({ fifo, send, receive, pass, show }) {
        const queue = await fifo({ VisibilityTimeout: 12 * hourS });
        await send(queue, 'a 1');
        const taken = await receive(queue);
        pass(hourS);
        await expect(show(queue, taken, 12 * hourS)).rejects.toThrow('beyond the limit [43200 seconds]');
        await show(queue, taken, 11 * hourS);
        await expect(show(queue, taken, 12 * hourS + 1)).rejects.toThrow('VisibilityTimeout');
      },
    },
    {
      says: "a FIFO queue's receipt handle expires with the visibility",
      page: actionPage('DeleteMessage'),
      async test({ fifo, send, receive, remove, pass, sqs }) {
        const queue = await fifo({ VisibilityTimeout: 30 });
        await send(queue, 'a 1');
        const old = await receive(queue);
        pass(30);
        await expect(remove(queue, old)).rejects.toThrow('The receipt handle has expired');
        const latest = await receive(queue);
        await expect(remove(queue, old)).rejects.toThrow('The receipt handle has expired');
        const batch = await sqs.deleteMessageBatch({
          QueueUrl: queue,
          Entries: [...old, ...latest].map(({ ReceiptHandle }, n) => ({ Id: `${n}`, ReceiptHandle })),
        });
        expect(batch.Successful?.map(({ Id }) => Id)).toEqual(['1']);
        expect(batch.Failed).toMatchObject([{ Id: '0', SenderFault: true }]);
        await expect(remove(queue, latest)).resolves.toBeUndefined();
      },
    },
    {
      says: 'a standard queue takes an old receipt handle and deletes nothing that another has received',
      page: actionPage('DeleteMessage'),
      async test({ standard, send, receive, remove, pass }) {
        const queue = await standard({ VisibilityTimeout: 30 });
        await send(queue, '1');
        const old = await receive(queue);
        pass(30);
        await receive(queue);
        await remove(queue, old);
        pass(30);
        const latest = await receive(queue);
        expect(bodiesOf(latest)).toEqual(['1']);
        pass(30);
        await remove(queue, latest);
        expect(await receive(queue)).toEqual([]);
      },
    },
    {
      says: 'the visibility of what is not in flight cannot be changed',
      page: actionPage('ChangeMessageVisibility'),
      async test({ fifo, send, receive, remove, pass, show, sqs }) {
        const queue = await fifo({ VisibilityTimeout: 30 });
        await send(queue, 'a 1');
        const taken = await receive(queue);
        pass(30);
        await expect(show(queue, taken)).rejects.toMatchObject({ name: 'MessageNotInflight' });
        const again = await receive(queue);
        await remove(queue, again);
        await expect(show(queue, again)).rejects.toThrow('Message does not exist');
        const nonsense = sqs.changeMessageVisibility({
          QueueUrl: queue,
          ReceiptHandle: 'nonsense',
          VisibilityTimeout: 0,
        });
        await expect(nonsense).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
      },
    },
    {
      says: 'the messages of a batch are shown again together',
      page: actionPage('ChangeMessageVisibilityBatch'),
      async test({ fifo, send, receive, sqs }) {
        const queue = await fifo();
        await send(queue, 'a 1', 'a 2');
        const Entries = (await receive(queue)).map(({ ReceiptHandle }, n) => ({
          Id: `${n}`,
          ReceiptHandle,
          VisibilityTimeout: 0,
        }));
        await sqs.changeMessageVisibilityBatch({ QueueUrl: queue, Entries });
        expect(bodiesOf(await receive(queue))).toEqual(['a 1', 'a 2']);
      },
    },
    {
      says: 'a receive that waits ends as soon as something is there: sent, deleted before it, or visible again',
      page: guidePage('sqs-short-and-long-polling'),
      async test({ fifo, send, receive, remove, pass, sqs }) {
        const queue = await fifo({ VisibilityTimeout: 30 });
        const wait = async () =>
          bodiesOf((await sqs.receiveMessage({ QueueUrl: queue, WaitTimeSeconds: 20 })).Messages ?? []);
        const waitsForSend = wait();
        await send(queue, 'a 1', 'a 2');
        expect(await waitsForSend).toEqual(['a 1']);
        const waitsForTime = wait();
        pass(30);
        expect(await waitsForTime).toEqual(['a 1']);
        pass(30);
        const head = await receive(queue, { MaxNumberOfMessages: 1 });
        const waitsForDelete = wait();
        await remove(queue, head);
        expect(await waitsForDelete).toEqual(['a 2']);
      },
    },
  ]);

  it('a caller that disconnects takes no message with it', async () => {
    const { fifo, send, receive, sqs } = await sqsWorld();
    const queue = await fifo();
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const waiting = sqs.receiveMessage(
      { QueueUrl: queue, WaitTimeSeconds: 20 },
      { abortSignal: leaving.signal },
    );
    await expect(Promise.race([waiting, receive(queue)])).resolves.toEqual([]);
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    // The server hears of it a moment later.
    for (let calls = 0; calls < 3; calls += 1) expect(await receive(queue)).toEqual([]);
    let group = 0;
    await expect
      .poll(async () => {
        group += 1;
        await send(queue, `${group} x`);
        return (await receive(queue)).length;
      })
      .toBe(1);
  });
});
