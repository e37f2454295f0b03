import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { limits } from '../contract/limits.ts';

/** What Lambda's event source mapping does for a queue, for the laptop. */
export interface QueueSource {
  readonly queueUrl: string;
  readonly waitS: number;
}

/**
 * Receives one batch, hands it on and deletes what did not fail.
 * @returns how many records were received
 */
export async function pollQueueOnce(
  sqs: SQSClient,
  { queueUrl: QueueUrl, waitS }: QueueSource,
  invoke: (event: SQSEvent) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const received = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: limits.queueBatch,
      WaitTimeSeconds: waitS,
      MessageSystemAttributeNames: ['All'],
    }),
    signal ? { abortSignal: signal } : {},
  );
  const messages = received.Messages ?? [];
  if (messages.length === 0) return 0;
  const failed = await invoke(batchEvent(QueueUrl, messages)).then(failedIds, () => messages.map(idOf));
  await Promise.all(
    messages
      .filter((message) => !failed.includes(idOf(message)))
      .map(({ ReceiptHandle }) => sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))),
  );
  return messages.length;
}

const idOf = ({ MessageId = '' }: Message) => MessageId;

function failedIds(response: unknown): string[] {
  const { batchItemFailures = [] } = (response ?? {}) as Partial<SQSBatchResponse>;
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

function batchEvent(queueUrl: string, messages: readonly Message[]): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: idOf(message),
      receiptHandle: message.ReceiptHandle ?? '',
      body: message.Body ?? '',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '0',
        SenderId: 'local',
        ApproximateFirstReceiveTimestamp: '0',
        ...message.Attributes,
      },
      messageAttributes: {},
      md5OfBody: message.MD5OfBody ?? '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:local:000000000000:${queueUrl.split('/').at(-1)}`,
      awsRegion: 'local',
    })),
  };
}
