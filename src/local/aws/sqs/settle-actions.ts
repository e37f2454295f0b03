import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueStore } from './queue-store.ts';
import { deletable, hideable } from './receipt-handle.ts';
import { runBatch } from './run-batch.ts';
import { invalidValue, SqsError } from './sqs-error.ts';

const queueUrl = { QueueUrl: z.string() };
const handle = { ReceiptHandle: z.string() };
const visibility = { ...handle, VisibilityTimeout: z._default(z.int(), 0) };
const id = { Id: z.string() };
const deleteInput = z.object({ ...queueUrl, ...handle });
const deleteBatchInput = z.object({ ...queueUrl, Entries: z.array(z.object({ ...id, ...handle })) });
const hideInput = z.object({ ...queueUrl, ...visibility });
const hideBatchInput = z.object({ ...queueUrl, Entries: z.array(z.object({ ...id, ...visibility })) });

/** No message is in flight for longer, all its timeouts taken together. */
const longestHoldS = 43_200;

/** The calls that say what became of a message: it is done with, or it is to be hidden for another time. */
export function settleActions(store: QueueStore) {
  return {
    DeleteMessage(input) {
      const { QueueUrl, ReceiptHandle } = deleteInput.parse(input);
      remove(store.ofUrl(QueueUrl), ReceiptHandle);
      store.wake();
      return {};
    },
    DeleteMessageBatch(input) {
      const { QueueUrl, Entries } = deleteBatchInput.parse(input);
      const queue = store.ofUrl(QueueUrl);
      const answer = runBatch(Entries, ({ ReceiptHandle }) => remove(queue, ReceiptHandle));
      store.wake();
      return answer;
    },
    ChangeMessageVisibility(input) {
      const { QueueUrl, ReceiptHandle, VisibilityTimeout } = hideInput.parse(input);
      hide(store, store.ofUrl(QueueUrl), ReceiptHandle, VisibilityTimeout);
      store.wake();
      return {};
    },
    ChangeMessageVisibilityBatch(input) {
      const { QueueUrl, Entries } = hideBatchInput.parse(input);
      const queue = store.ofUrl(QueueUrl);
      const answer = runBatch(Entries, ({ ReceiptHandle, VisibilityTimeout }) =>
        hide(store, queue, ReceiptHandle, VisibilityTimeout),
      );
      store.wake();
      return answer;
    },
  } satisfies Record<string, Action>;
}

function remove(queue: MessageQueue, receiptHandle: string): object {
  const message = deletable(queue, receiptHandle);
  if (message) queue.delete(message);
  return {};
}

function hide(store: QueueStore, queue: MessageQueue, receiptHandle: string, seconds: number): object {
  if (seconds < 0 || seconds > longestHoldS)
    throw invalidValue('VisibilityTimeout', seconds, `Must be between 0 and ${longestHoldS}, if provided.`);
  const message = hideable(queue, receiptHandle);
  const heldMs = store.nowMs() - (message.hold?.receivedAtMs ?? 0);
  if (heldMs + seconds * 1000 > longestHoldS * 1000)
    throw new SqsError(
      'InvalidParameterValue',
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [${longestHoldS} seconds].`,
    );
  queue.hideFor(message, seconds);
  return {};
}
