import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { functionTimeoutMs } from '../contract/function-settings.ts';
import { limits } from '../contract/limits.ts';
import { runLimits } from '../contract/runs.ts';
import { type Table, tables } from '../contract/tables.ts';

/** Creates the tables that are absent; for the laptop and for tests, never for an environment. @see design 8 */
export async function createTables(dynamodb: DynamoDBClient, tablePrefix: string): Promise<void> {
  await Promise.all(
    Object.values(tables).map(async (table: Table) => {
      const input = createTableInput(table, tablePrefix);
      try {
        await dynamodb.send(new CreateTableCommand(input));
      } catch (error) {
        if (!(error instanceof ResourceInUseException)) throw error;
      }
      await waitUntilTableExists(
        { client: dynamodb, maxWaitTime: 30, minDelay: 1 },
        { TableName: input.TableName },
      );
    }),
  );
}

/** Returns the input for creating a table. */
export function createTableInput(table: Table, tablePrefix: string): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes = [] } = table;
  const keys = new Map<string, 'S' | 'N'>([[partitionKey, 'S']]);
  if (sortKey) keys.set(sortKey, 'S');
  for (const index of indexes) {
    keys.set(index.partitionKey, 'S');
    if (index.sortKey) keys.set(index.sortKey, index.sortKeyType ?? 'S');
  }
  return {
    TableName: tablePrefix + table.name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: [...keys].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: {
          ProjectionType: index.projection,
          ...(index.included && { NonKeyAttributes: [...index.included] }),
        },
      })),
    }),
  };
}

function keySchema(partitionKey: string, sortKey: string | undefined) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' as const }] : []),
  ];
}

/** Addresses of the gateway's queues. */
export interface QueueUrls {
  readonly turnsQueueUrl: string;
  readonly turnsDeadLetterUrl: string;
  readonly continuationsQueueUrl: string;
  readonly continuationsDeadLetterUrl: string;
  readonly outboundQueueUrl: string;
  readonly outboundDeadLetterUrl: string;
  readonly jobQueueUrl: string;
  readonly filesQueueUrl: string;
  readonly filesDeadLetterUrl: string;
  readonly runsQueueUrl: string;
  readonly runsDeadLetterUrl: string;
}

/** As deployed: high throughput, the longest retention, six times the consumer's timeout. */
const common = {
  FifoQueue: 'true',
  DeduplicationScope: 'messageGroup',
  FifoThroughputLimit: 'perMessageGroupId',
  MessageRetentionPeriod: String(14 * 24 * 60 * 60),
};
/** A standard queue. */
const plain = { VisibilityTimeout: String((6 * functionTimeoutMs.schedule) / 1000) };
type Consumer = 'worker' | 'continuation' | 'outbound' | 'files' | 'runs';
const visibilityTimeoutS = (consumer: Consumer) => String((6 * functionTimeoutMs[consumer]) / 1000);

/** A standard queue without dead letters. */
export const jobQueueName = 'chores';
/** The queue for runs from the bus, and for hours to be counted. */
export const runsQueueName = 'runs';

/**
 * Creates the queues that are absent, those that have an order with their dead-letter queues; for the laptop, never for an environment.
 * @see design 5.3, 8
 */
export async function createQueues(sqs: SQSClient): Promise<QueueUrls> {
  const turns = await createWithDeadLetters(sqs, 'turns', 'worker', limits.queueReceives);
  const continuations = await createWithDeadLetters(
    sqs,
    'continuations',
    'continuation',
    limits.queueReceives,
  );
  const outbound = await createWithDeadLetters(sqs, 'outbound', 'outbound', limits.queueReceives);
  const files = await createWithDeadLetters(sqs, 'files', 'files', limits.fileReceives, '');
  const runs = await createWithDeadLetters(sqs, runsQueueName, 'runs', runLimits.runReceives, '');
  return {
    turnsQueueUrl: turns.queueUrl,
    turnsDeadLetterUrl: turns.deadLetterUrl,
    continuationsQueueUrl: continuations.queueUrl,
    continuationsDeadLetterUrl: continuations.deadLetterUrl,
    outboundQueueUrl: outbound.queueUrl,
    outboundDeadLetterUrl: outbound.deadLetterUrl,
    jobQueueUrl: await create(sqs, jobQueueName),
    filesQueueUrl: files.queueUrl,
    filesDeadLetterUrl: files.deadLetterUrl,
    runsQueueUrl: runs.queueUrl,
    runsDeadLetterUrl: runs.deadLetterUrl,
  };
}

async function createWithDeadLetters(
  sqs: SQSClient,
  name: string,
  consumer: Consumer,
  maxReceiveCount: number,
  suffix: '.fifo' | '' = '.fifo',
) {
  const deadLetterUrl = await create(sqs, `${name}-dlq${suffix}`);
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetterUrl, AttributeNames: ['QueueArn'] }),
  );
  const redrive = { deadLetterTargetArn: Attributes?.QueueArn, maxReceiveCount };
  const queueUrl = await create(sqs, `${name}${suffix}`, {
    RedrivePolicy: JSON.stringify(redrive),
    VisibilityTimeout: visibilityTimeoutS(consumer),
  });
  return { queueUrl, deadLetterUrl };
}

async function create(sqs: SQSClient, name: string, attributes: Record<string, string> = {}) {
  const { QueueUrl = '' } = await sqs.send(
    new CreateQueueCommand({
      QueueName: name,
      Attributes: { ...(name.endsWith('.fifo') ? common : plain), ...attributes },
    }),
  );
  return QueueUrl;
}
