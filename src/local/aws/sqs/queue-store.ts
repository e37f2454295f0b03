import { type KeptQueue, noKeptQueue } from './kept-messages.ts';
import { MessageQueue } from './message-queue.ts';
import type { QueueAttributes } from './queue-settings.ts';
import type { QueueSurroundings } from './queue-surroundings.ts';
import { SqsError } from './sqs-error.ts';

const arnPrefix = 'arn:aws:sqs:local:000000000000:';

/** The queues by name, and who waits for a message. */
export class QueueStore {
  readonly #queues = new Map<string, MessageQueue>();
  readonly #surroundings: Omit<QueueSurroundings, 'findQueue'>;
  readonly #waiters = new Set<() => void>();
  /** Messages that an earlier process kept, until their queue is created. */
  readonly #kept: Map<string, KeptQueue>;

  constructor(surroundings: Omit<QueueSurroundings, 'findQueue'>, kept: ReadonlyMap<string, KeptQueue>) {
    this.#surroundings = surroundings;
    this.#kept = new Map(kept);
  }

  nowMs(): number {
    return this.#surroundings.nowMs();
  }

  /** Creates a queue with what an earlier process kept of it. */
  create(name: string, attributes: QueueAttributes): MessageQueue {
    const queue = new MessageQueue(name, arnPrefix + name, attributes, {
      ...this.#surroundings,
      findQueue: (arn) => this.ofArn(arn),
    });
    const { messages, sends } = this.#kept.get(name) ?? noKeptQueue;
    queue.restore(messages, sends);
    this.#kept.delete(name);
    this.#queues.set(name, queue);
    return queue;
  }

  ofName(name: string): MessageQueue | undefined {
    return this.#queues.get(name);
  }

  ofArn(arn: string): MessageQueue | undefined {
    return arn.startsWith(arnPrefix) ? this.#queues.get(arn.slice(arnPrefix.length)) : undefined;
  }

  /** @throws SqsError QueueDoesNotExist */
  ofUrl(url: string): MessageQueue {
    const queue = this.#queues.get(url.split('/').at(-1) ?? '');
    if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  delete(queue: MessageQueue): void {
    queue.purge();
    this.#queues.delete(queue.name);
  }

  all(): readonly MessageQueue[] {
    return [...this.#queues.values()];
  }

  /** All that a later process needs, also of queues that were not created in this one. */
  toKeep(): ReadonlyMap<string, KeptQueue> {
    const present = this.all().map(
      (queue) => [queue.name, { messages: queue.all(), sends: queue.remembered() }] as const,
    );
    return new Map([...this.#kept, ...present]);
  }

  /** Lets those who wait for a message look again. */
  wake(): void {
    for (const look of [...this.#waiters]) look();
  }

  /** Ends when somebody wakes, when the time is over, or when the caller has gone. */
  wait(ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiters.delete(end);
        gone.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#waiters.add(end);
      gone.addEventListener('abort', end);
      if (gone.aborted) end();
    });
  }
}
