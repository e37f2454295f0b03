import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/** A queue and its dead letters. */
export interface QueuePair {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

interface QueuePairProps extends QueueProps {
  readonly queueName: string;
  readonly visibilityTimeout: Duration;
  /** After so many a message goes to the dead letters. */
  readonly receives: number;
}

/** Adds a queue with a dead-letter queue. Both keep messages for two weeks by default. @param id of the queue */
export function addQueuePair(
  scope: Construct,
  { receives, queueName, fifo = false, ...own }: QueuePairProps,
  id = 'Queue',
): QueuePair {
  const common = {
    ...(fifo && { fifo, contentBasedDeduplication: false }),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  };
  const suffix = fifo ? '.fifo' : '';
  const deadLetters = new Queue(scope, 'DeadLetters', { ...common, queueName: `${queueName}-dead${suffix}` });
  const queue = new Queue(scope, id, {
    ...common,
    queueName: queueName + suffix,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: receives },
    ...own,
  });
  return { queue, deadLetters };
}
