import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { functionTimeoutMs } from '../contract/function-timeouts.ts';
import { limits } from '../contract/limits.ts';
import { runLimits } from '../contract/run-limits.ts';

/** Addresses of the gateway's queues. */
export interface QueueUrls {
  readonly turnsQueueUrl: string;
  readonly turnsDeadLetterUrl: string;
  readonly continuationsQueueUrl: string;
  readonly continuationsDeadLetterUrl: string;
  readonly outboundQueueUrl: string;
  readonly outboundDeadLetterUrl: string;
  readonly choresQueueUrl: string;
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
/** What is on it has no order. */
const plain = { VisibilityTimeout: String((6 * functionTimeoutMs.schedule) / 1000) };
type Consumer = 'worker' | 'continuation' | 'outbound' | 'files' | 'runs';
const visibilityTimeoutS = (consumer: Consumer) => String((6 * functionTimeoutMs[consumer]) / 1000);

/** What is on it has no order, and no dead letters. */
export const choreQueueName = 'chores';
/** What the bus tells of runs, and what is to be counted. */
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
    choresQueueUrl: await create(sqs, choreQueueName),
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
