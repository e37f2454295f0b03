import { Duration } from 'aws-cdk-lib';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface FifoQueueProps {
  /** Without `.fifo`. */
  readonly name: string;
  /** Timeout of the function that consumes it. */
  readonly consumerTimeoutMs: number;
  /** After so many a message goes to the dead letters. */
  readonly receives: number;
}

/** A FIFO queue in high-throughput mode with its dead-letter queue. @see design 5.3, 7 */
export class FifoQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { name, consumerTimeoutMs, receives }: FifoQueueProps) {
    super(scope, id);
    const common = {
      fifo: true,
      contentBasedDeduplication: false,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, queueName: `${name}-dead.fifo` });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: `${name}.fifo`,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      // Six times the function's timeout, so that a throttled batch isn't handed out twice.
      visibilityTimeout: Duration.millis(6 * consumerTimeoutMs),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: receives },
    });
  }
}
