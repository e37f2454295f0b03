import { startFauxqs } from 'fauxqs';
import { limits } from '../contract/limits.ts';
import type { Endpoint } from './dynamodb.ts';

export interface LocalQueues extends Endpoint {
  readonly turnsQueueUrl: string;
  readonly turnsDeadLetterUrl: string;
  readonly outboundQueueUrl: string;
  readonly outboundDeadLetterUrl: string;
  /** Bodies that lie in a queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
}

const visibilityTimeoutS = '60';

/** SQS with the gateway's FIFO queues and their dead-letter queues. @see design 5.3 */
export async function startSqs(): Promise<LocalQueues> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const create = (name: string, attributes: Record<string, string> = {}) =>
    server.createQueue(name, {
      attributes: { FifoQueue: 'true', VisibilityTimeout: visibilityTimeoutS, ...attributes },
    });
  const createWithDeadLetters = (name: string, maxReceiveCount: number) => {
    const deadLetters = create(`${name}-dlq.fifo`);
    const redrive = { deadLetterTargetArn: deadLetters.queueArn, maxReceiveCount };
    const queue = create(`${name}.fifo`, { RedrivePolicy: JSON.stringify(redrive) });
    return { queueUrl: queue.queueUrl, deadLetterUrl: deadLetters.queueUrl };
  };
  const turns = createWithDeadLetters('turns', limits.queueReceives);
  const outbound = createWithDeadLetters('outbound', limits.outboundReceives);
  return {
    url: `http://127.0.0.1:${server.port}`,
    turnsQueueUrl: turns.queueUrl,
    turnsDeadLetterUrl: turns.deadLetterUrl,
    outboundQueueUrl: outbound.queueUrl,
    outboundDeadLetterUrl: outbound.deadLetterUrl,
    waiting(queueUrl) {
      const messages = server.inspectQueue(queueUrl.split('/').at(-1) ?? '')?.messages;
      if (!messages) return [];
      const inFlight = messages.inflight.map(({ message }) => message);
      return [...messages.ready, ...messages.delayed, ...inFlight].map(({ body }) => body);
    },
    stop: () => server.stop(),
  };
}
