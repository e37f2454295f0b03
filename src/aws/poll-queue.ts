import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

interface Polled {
  readonly queueUrl: string;
  readonly waitS: number;
  /** Records at most. */
  readonly batch: number;
}

/**
 * Receives one batch as Lambda's event source mapping does, for the laptop.
 * @returns what processes the batch and deletes all that did not fail; null when nothing came
 */
export async function receiveBatch(
  sqs: SQSClient,
  { queueUrl: QueueUrl, waitS, batch }: Polled,
  invoke: (event: SQSEvent) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batch,
      WaitTimeSeconds: waitS,
      MessageSystemAttributeNames: ['All'],
    }),
    signal ? { abortSignal: signal } : {},
  );
  if (messages.length === 0) return null;
  return async () => {
    // A function that throws has failed all: they come again after their visibility timeout.
    const done = await invoke(batchEvent(QueueUrl, messages)).then(
      (response) => notFailed(messages, response),
      () => [],
    );
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
    const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    const [failed] = Failed;
    if (failed) throw new Error(`${Failed.length} messages were not deleted: ${failed.Code}`);
  };
}

const idOf = ({ MessageId = '' }: Message) => MessageId;

/**
 * Returns the messages that a response doesn't report as failed; none if it names an unknown one, which Lambda
 * treats as a failure of the batch.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
function notFailed(messages: readonly Message[], response: unknown): readonly Message[] {
  const { batchItemFailures } = (response ?? {}) as Partial<SQSBatchResponse>;
  const failed = new Set((batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
  const done = messages.filter((message) => !failed.has(idOf(message)));
  return done.length + failed.size === messages.length ? done : [];
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
