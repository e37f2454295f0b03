import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from './functions.ts';

/** A batch that has been received and waits to be processed. */
export type ReceivedBatch = () => Promise<void>;

/** A queue as the poller sees it. */
export interface PolledQueue {
  readonly name: string;
  /** Batches that each of its pollers has processed side by side. */
  readonly concurrency: number;
  /** One where it isn't said. */
  readonly pollers?: number;
  /** Whether asking is in vain, where that is known without asking. */
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
