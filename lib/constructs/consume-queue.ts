import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { limits } from '../../src/contract/limits.ts';
import type { GatewayFunction } from './gateway-function.ts';

/** Hands batches of a queue to a function; records that failed come back alone. @see design 5.3 */
export function consumeQueue(
  consumer: GatewayFunction,
  queue: Queue,
  {
    maxConcurrency,
    batch = limits.queueBatch,
    windowS,
  }: {
    readonly maxConcurrency: number | undefined;
    readonly batch?: number;
    /** So long a batch waits to be full. */
    readonly windowS?: number;
  },
): void {
  const mapping = consumer.function.addEventSourceMapping('Queue', {
    eventSourceArn: queue.queueArn,
    batchSize: batch,
    ...(windowS !== undefined && { maxBatchingWindow: Duration.seconds(windowS) }),
    reportBatchItemFailures: true,
    ...(maxConcurrency && { maxConcurrency }),
  });
  // Lambda tries the queue as soon as the mapping is made.
  mapping.node.addDependency(consumer.role);
}
