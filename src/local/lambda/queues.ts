import { setTimeout as pause } from 'node:timers/promises';
import type { AwsClients } from '../../aws/clients.ts';
import { createQueues, type QueueUrls } from '../../aws/create-tables.ts';
import { receiveBatch } from '../../aws/poll-queue.ts';
import { limits } from '../../contract/limits.ts';
import type { AwsServices } from '../aws/aws-services.ts';
import type { InvokeFunction, Report } from './functions.ts';

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

/** The settings by which functions know the queues. */
export type QueueSettings = Readonly<
  Record<
    | 'TURNS_QUEUE_URL'
    | 'CONTINUATIONS_QUEUE_URL'
    | 'OUTBOUND_QUEUE_URL'
    | 'CHORES_QUEUE_URL'
    | 'FILES_QUEUE_URL'
    | 'RUNS_QUEUE_URL',
    string
  >
>;

/** The queues that functions consume. */
export function consumedQueues(
  { sqs }: AwsClients,
  urls: QueueSettings,
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

/** A batch that has been received and waits to be processed. */
type ReceivedBatch = () => Promise<void>;

/** A queue as the poller sees it. */
export interface PolledQueue {
  readonly name: string;
  /** Batches that each of its pollers has processed side by side. */
  readonly concurrency: number;
  /** Default: one. */
  readonly pollers?: number;
  /** Whether the queue is known to be empty. */
  isEmpty?(): boolean;
  /** Receives a batch; null when nothing has come within the time. */
  receive(waitS: number, signal?: AbortSignal): Promise<ReceivedBatch | null>;
}

const waitS = 1;
const pauseAfterErrorMs = 500;

/**
 * Takes batches from a queue into a function, as Lambda's event source mapping does: the next is received while others
 * are being processed, so that a slow one doesn't hold up the rest. The queue keeps a group from being in two.
 */
export function startQueuePoller(queue: PolledQueue, report: Report) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const run = (batch: ReceivedBatch) => {
    const work = batch()
      .catch((error: unknown) => report(`a batch of ${queue.name} was not finished`, error))
      .finally(() => running.delete(work));
    running.add(work);
  };
  const receiveNext = async () => {
    if (running.size >= queue.concurrency) await Promise.race(running);
    const batch = await queue.receive(waitS, stopping.signal);
    if (batch) run(batch);
  };
  const receiveAll = async () => {
    while (!stopping.signal.aborted) {
      await receiveNext().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return;
        report(`${queue.name} could not be polled`, error);
        await pause(pauseAfterErrorMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      });
    }
  };
  const receiving = receiveAll();
  return {
    /** Receives no more, and waits for what is being processed. */
    async stop(): Promise<void> {
      stopping.abort();
      await receiving;
      await Promise.all(running);
    },
  };
}
