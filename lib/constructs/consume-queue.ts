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
  }: { readonly maxConcurrency: number | undefined; readonly batch?: number },
): void {
  const mapping = consumer.function.addEventSourceMapping('Queue', {
    eventSourceArn: queue.queueArn,
    batchSize: batch,
    reportBatchItemFailures: true,
    ...(maxConcurrency && { maxConcurrency }),
  });
  // Lambda tries the queue as soon as the mapping is made.
  mapping.node.addDependency(consumer.role);
}
