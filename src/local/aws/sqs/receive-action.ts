import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import { md5OfAttributes, md5OfBody } from './message-md5.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueStore } from './queue-store.ts';
import { receiptHandleOf } from './receipt-handle.ts';
import { invalidValue, SqsError } from './sqs-error.ts';
import type { MessageAttributes, QueuedMessage } from './stored-message.ts';

const names = z._default(z.array(z.string()), []);
const receiveInput = z.object({
  QueueUrl: z.string(),
  MaxNumberOfMessages: z._default(z.int(), 1),
  VisibilityTimeout: z.optional(z.int()),
  WaitTimeSeconds: z.optional(z.int()),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
  MessageAttributeNames: names,
});

/** So soon is seen that a clock, which may be a test's, has gone on. */
const lookAgainMs = 50;

/** The call that takes messages from a queue. */
export function receiveAction(store: QueueStore) {
  return {
    async ReceiveMessage(input, gone) {
      const asked = receiveInput.parse(input);
      const queue = store.ofUrl(asked.QueueUrl);
      checkRange('MaxNumberOfMessages', asked.MaxNumberOfMessages, 1, 10);
      checkRange('VisibilityTimeout', asked.VisibilityTimeout ?? 0, 0, 43_200);
      checkRange('WaitTimeSeconds', asked.WaitTimeSeconds ?? 0, 0, 20);
      const systemNames = [...asked.AttributeNames, ...asked.MessageSystemAttributeNames];
      const messages = await receive(store, queue, asked, gone);
      if (messages.length === 0) return {};
      return {
        Messages: messages.map((message) => ({
          MessageId: message.id,
          ReceiptHandle: receiptHandleOf(message),
          Body: message.body,
          MD5OfBody: md5OfBody(message.body),
          Attributes: systemAttributes(queue, message, systemNames),
          ...customAttributes(message.attributes, asked.MessageAttributeNames),
        })),
      };
    },
  } satisfies Record<string, Action>;
}

async function receive(
  store: QueueStore,
  queue: MessageQueue,
  asked: z.infer<typeof receiveInput>,
  gone: AbortSignal,
): Promise<readonly QueuedMessage[]> {
  const waitMs = (asked.WaitTimeSeconds ?? queue.settings.waitS) * 1000;
  // Waiting is for a caller on the wire, whatever clock the queues go by.
  const endsAt = performance.now() + waitMs;
  for (;;) {
    if (gone.aborted) return [];
    // As the queue is set when it gives them, not when it was asked.
    const visibilityTimeoutS = asked.VisibilityTimeout ?? queue.settings.visibilityTimeoutS;
    const messages = queue.receive(asked.MaxNumberOfMessages, visibilityTimeoutS);
    if (messages.length > 0) return messages;
    // Only a standard queue says that too much is in flight, and only to who doesn't wait.
    if (waitMs === 0 && !queue.settings.isFifo && queue.isFull())
      throw new SqsError('OverLimit', 'Too many messages are in flight.');
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return [];
    const nextMs = queue.nextVisibleAtMs() === null ? leftMs : lookAgainMs;
    await store.wait(Math.min(leftMs, nextMs), gone);
  }
}

function checkRange(name: string, value: number, min: number, max: number): void {
  if (value < min || value > max)
    throw invalidValue(name, value, `Must be between ${min} and ${max}, if provided.`);
}

function systemAttributes(queue: MessageQueue, message: QueuedMessage, asked: readonly string[]) {
  const all: Readonly<Record<string, string | undefined>> = {
    SenderId: 'local',
    SentTimestamp: String(message.sentAtMs),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
    MessageGroupId: message.groupId,
    ...(queue.settings.isFifo && {
      SequenceNumber: message.sequenceNumber,
      MessageDeduplicationId: message.deduplicationId,
    }),
    AWSTraceHeader: message.traceHeader,
    DeadLetterQueueSourceArn: message.deadLetterSourceArn,
  };
  const wanted = Object.entries(all).filter(
    ([name, value]) => value !== undefined && (asked.includes('All') || asked.includes(name)),
  );
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted);
}

/** @param asked names, `All`, or beginnings like `shop.*` */
function customAttributes(attributes: MessageAttributes, asked: readonly string[]) {
  const isAsked = (name: string) =>
    asked.some(
      (one) => one === name || one === 'All' || (one.endsWith('.*') && name.startsWith(one.slice(0, -2))),
    );
  const wanted = Object.fromEntries(Object.entries(attributes).filter(([name]) => isAsked(name)));
  const MD5OfMessageAttributes = md5OfAttributes(wanted);
  return MD5OfMessageAttributes ? { MessageAttributes: wanted, MD5OfMessageAttributes } : {};
}
