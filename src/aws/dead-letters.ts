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
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type {
  DeadLetterFilter,
  DeadLetterKey,
  DeadLetters,
  DeadLetter as DeadLettersTableDeadLetter,
} from '../ports/deliveries.ts';
import { DynamoTable, packJson, unpackJson } from './items.ts';

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
  release(deadLetters: readonly DeadLetter[]): Promise<void>;
  /** Sends one to its queue again, at the end of its group, and then deletes it here. */
  redrive(deadLetter: DeadLetter): Promise<void>;
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
          // A long poll queries all SQS servers; a short one may miss messages.
          WaitTimeSeconds: 1,
          VisibilityTimeout: hiddenS,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      return Messages.map(deadLetterOf);
    },

    async release(deadLetters) {
      for (let start = 0; start < deadLetters.length; start += perCall) {
        const Entries = deadLetters.slice(start, start + perCall).map(({ receiptHandle }, n) => ({
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

function deadLetterOf({
  MessageId = '',
  ReceiptHandle = '',
  Body = '',
  Attributes = {},
}: Message): DeadLetter {
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

/** Dead letters in DynamoDB: partition = tenant, sort = conversation and id. @see design 5.3, 6 */
export class DeadLettersTable extends DynamoTable implements DeadLetters {
  protected readonly table = tables.deadLetters;

  async keep(deadLetter: DeadLettersTableDeadLetter): Promise<void> {
    const keptUntilS = Math.ceil((deadLetter.deadAtMs + limits.deadLetterMs) / 1000);
    const expiresAt = Math.min(keptUntilS, deadLetter.expiresAtS ?? keptUntilS);
    const Item = { ...keyOf(deadLetter), letter: packJson(deadLetter), expiresAt };
    await this.putItem(Item);
  }

  async list(filter: DeadLetterFilter, cursor: string | null, limit: number) {
    const page = {
      TableName: this.tableName,
      Limit: limit,
      ...(cursor !== null && { ExclusiveStartKey: JSON.parse(cursor) }),
    };
    const { Items = [], LastEvaluatedKey } = await this.dynamodb.send(
      filter.tenantId === undefined
        ? new ScanCommand(page)
        : new QueryCommand({ ...page, ...conditionOf(filter.tenantId, filter.conversationId) }),
    );
    const deadLetters = Items.map((item) => unpackJson(item.letter) as DeadLettersTableDeadLetter).filter(
      ({ conversationId }) => filter.conversationId === undefined || conversationId === filter.conversationId,
    );
    return { deadLetters, cursor: LastEvaluatedKey ? JSON.stringify(LastEvaluatedKey) : null };
  }

  async drop(key: DeadLetterKey): Promise<void> {
    await this.deleteItem(keyOf(key));
  }
}

function keyOf({ tenantId, conversationId, id }: DeadLetterKey) {
  return { pk: tenantId, sk: `${conversationId}#${id}` };
}

function conditionOf(tenantId: string, conversationId: string | undefined) {
  const isOne = conversationId !== undefined;
  return {
    KeyConditionExpression: isOne ? 'pk = :pk AND begins_with(sk, :conversation)' : 'pk = :pk',
    ExpressionAttributeValues: {
      ':pk': tenantId,
      ...(isOne && { ':conversation': `${conversationId}#` }),
    },
  };
}
