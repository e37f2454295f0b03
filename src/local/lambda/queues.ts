import type { AwsClients } from '../../aws/clients.ts';
import { createQueues, type QueueUrls } from '../../aws/create-queues.ts';
import { receiveBatch } from '../../aws/poll-queue.ts';
import { limits } from '../../contract/limits.ts';
import type { AwsServices } from '../aws/aws-services.ts';
import type { InvokeFunction } from './functions.ts';
import type { PolledQueue } from './queue-poller.ts';

export interface LocalQueues extends QueueUrls {
  /** Bodies that lie in an embedded queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
}

/** Creates the queues that are absent. */
export async function prepareQueues({ sqs }: AwsClients, services: AwsServices): Promise<LocalQueues> {
  return { ...(await createQueues(sqs)), waiting: services.waiting };
}

const batches = { batch: limits.queueBatch, concurrency: 10 };
/** Each waits for one visitor's slow step. */
const single = { batch: limits.continuationBatch, concurrency: 20, pollers: 5 };

/** The queues that functions consume. */
export function consumedQueues(
  { sqs }: AwsClients,
  urls: Readonly<
    Record<
      | 'TURNS_QUEUE_URL'
      | 'CONTINUATIONS_QUEUE_URL'
      | 'OUTBOUND_QUEUE_URL'
      | 'CHORES_QUEUE_URL'
      | 'FILES_QUEUE_URL'
      | 'RUNS_QUEUE_URL',
      string
    >
  >,
  invoke: InvokeFunction,
  isEmpty: (queueUrl: string) => boolean,
): readonly PolledQueue[] {
  const consumed = (
    queueUrl: string,
    name: 'worker' | 'continuation' | 'outbound' | 'schedule' | 'files' | 'runs',
    {
      batch,
      concurrency,
      pollers = 1,
    }: { readonly batch: number; readonly concurrency: number; readonly pollers?: number },
  ): PolledQueue => ({
    name: queueUrl.split('/').at(-1) ?? queueUrl,
    concurrency,
    pollers,
    isEmpty: () => isEmpty(queueUrl),
    receive: (waitS, signal) =>
      receiveBatch(sqs, { queueUrl, waitS, batch }, (event) => invoke(name, event), signal),
  });
  return [
    consumed(urls.TURNS_QUEUE_URL, 'worker', batches),
    consumed(urls.CONTINUATIONS_QUEUE_URL, 'continuation', single),
    consumed(urls.OUTBOUND_QUEUE_URL, 'outbound', batches),
    consumed(urls.CHORES_QUEUE_URL, 'schedule', batches),
    consumed(urls.FILES_QUEUE_URL, 'files', { batch: limits.fileBatch, concurrency: 10 }),
    consumed(urls.RUNS_QUEUE_URL, 'runs', batches),
  ];
}

/** Processes the queues until nothing can be received. */
export async function drainQueues(queues: readonly PolledQueue[]): Promise<void> {
  for (;;) {
    const filled = queues.filter((queue) => !queue.isEmpty?.());
    const received = await Promise.all(filled.map((queue) => queue.receive(0)));
    const batches = received.filter((batch) => batch !== null);
    if (batches.length === 0) return;
    await Promise.all(batches.map((batch) => batch()));
  }
}
