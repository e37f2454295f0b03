import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/** A message that its consumer gave up. */
export interface DeadLetter {
  readonly id: string;
  readonly receiptHandle: string;
  /** `tenant:conversation`. */
  readonly group: string;
  readonly deduplicationId: string;
  /** When it came into the dead-letter queue. */
  readonly sinceMs: number;
  readonly body: string;
}

/** The dead letters of one FIFO queue. */
export interface DeadLetterQueue {
  /** About how many there are. */
  count(): Promise<number>;
  /**
   * Takes up to ten, in order within a group, and hides them for a while; a group whose first ones are hidden shows
   * none of its others.
   */
  take(): Promise<readonly DeadLetter[]>;
  /** Lets others see again what was taken. */
  release(letters: readonly DeadLetter[]): Promise<void>;
  /** Sends one to its queue again, at the end of its group, and then deletes it here. */
  redrive(letter: DeadLetter): Promise<void>;
}

const hiddenS = 60;
const perCall = 10;

/** @param urls the queue that consumes, and its dead-letter queue */
export function deadLetterQueue(
  sqs: SQSClient,
  urls: { readonly queueUrl: string; readonly deadLetterUrl: string },
): DeadLetterQueue {
  const QueueUrl = urls.deadLetterUrl;
  return {
    async count() {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
        }),
      );
      return (
        Number(Attributes.ApproximateNumberOfMessages ?? 0) +
        Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
      );
    },

    async take() {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: perCall,
          // A long poll asks every server of SQS: a short one may find nothing where there is something.
          WaitTimeSeconds: 1,
          VisibilityTimeout: hiddenS,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      return Messages.map(letterOf);
    },

    async release(letters) {
      for (let start = 0; start < letters.length; start += perCall) {
        const Entries = letters.slice(start, start + perCall).map(({ receiptHandle }, n) => ({
          Id: String(n),
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: 0,
        }));
        await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }
    },

    async redrive({ id, receiptHandle, group, body }) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: urls.queueUrl,
          MessageBody: body,
          MessageGroupId: group,
          // Under the old one SQS would drop it for five minutes; under this one it is sent once.
          MessageDeduplicationId: `again-${id}`,
        }),
      );
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
    },
  };
}

function letterOf({ MessageId = '', ReceiptHandle = '', Body = '', Attributes = {} }: Message): DeadLetter {
  return {
    id: MessageId,
    receiptHandle: ReceiptHandle,
    group: Attributes.MessageGroupId ?? '',
    deduplicationId: Attributes.MessageDeduplicationId ?? '',
    sinceMs: Number(Attributes.SentTimestamp ?? 0),
    body: Body,
  };
}

/** Address of a queue by its name. @throws QueueDoesNotExist */
export async function queueUrlOf(sqs: SQSClient, name: string): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
  return QueueUrl;
}
