import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import { checkMessage, messageBytes, placeMessage } from './check-message.ts';
import { md5OfAttributes, md5OfBody } from './message-md5.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueStore } from './queue-store.ts';
import { runBatch } from './run-batch.ts';
import { SqsError } from './sqs-error.ts';

const attribute = z.object({
  DataType: z.string(),
  StringValue: z.optional(z.string()),
  BinaryValue: z.optional(z.string()),
});
const attributes = z._default(z.record(z.string(), attribute), {});
const message = {
  MessageBody: z.string(),
  MessageGroupId: z.optional(z.string()),
  MessageDeduplicationId: z.optional(z.string()),
  DelaySeconds: z.optional(z.int()),
  MessageAttributes: attributes,
  MessageSystemAttributes: attributes,
};
const sendInput = z.object({ QueueUrl: z.string(), ...message });
const batchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.object({ Id: z.string(), ...message })),
});
type MessageInput = z.infer<ReturnType<typeof z.object<typeof message>>>;

/** All messages of a batch together. */
const batchBytes = 1_048_576;

/** The calls that put messages into queues. */
export function sendActions(store: QueueStore) {
  return {
    SendMessage(input) {
      const { QueueUrl, ...one } = sendInput.parse(input);
      const answer = send(store.ofUrl(QueueUrl), one);
      store.wake();
      return answer;
    },
    SendMessageBatch(input) {
      const { QueueUrl, Entries } = batchInput.parse(input);
      const queue = store.ofUrl(QueueUrl);
      const bytes = Entries.reduce(
        (sum, one) => sum + messageBytes(one.MessageBody, one.MessageAttributes),
        0,
      );
      if (bytes > batchBytes)
        throw new SqsError(
          'BatchRequestTooLong',
          `Batch requests cannot be longer than ${batchBytes} bytes. You have sent ${bytes} bytes.`,
        );
      const answer = runBatch(Entries, (entry) => send(queue, entry));
      store.wake();
      return answer;
    },
  } satisfies Record<string, Action>;
}

function send(queue: MessageQueue, input: MessageInput) {
  const { MessageBody: body, MessageAttributes, MessageSystemAttributes } = input;
  checkMessage(body, MessageAttributes, queue.settings.maximumMessageBytes);
  const place = placeMessage(queue.settings, body, {
    groupId: input.MessageGroupId,
    deduplicationId: input.MessageDeduplicationId,
    delayS: input.DelaySeconds,
  });
  const { messageId, sequenceNumber } = queue.send({
    ...place,
    body,
    attributes: MessageAttributes,
    traceHeader: MessageSystemAttributes.AWSTraceHeader?.StringValue,
  });
  return {
    MessageId: messageId,
    MD5OfMessageBody: md5OfBody(body),
    MD5OfMessageAttributes: md5OfAttributes(MessageAttributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(MessageSystemAttributes),
    ...(queue.settings.isFifo && { SequenceNumber: sequenceNumber }),
  };
}
