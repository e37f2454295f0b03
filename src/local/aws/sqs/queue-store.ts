import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeWholeFile } from '../../write-whole-file.ts';
import { MessageQueue } from './message-queue.ts';
import type { MessageKeeper, QueueAttributes, QueueSurroundings } from './queue-settings.ts';
import { SqsError } from './queue-settings.ts';
import {
  deduplicationMs,
  type KeptQueue,
  noKeptQueue,
  type RememberedSend,
  rememberedSend,
  type SentMessage,
  sentMessage,
} from './stored-message.ts';

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

  /** Ends at a wake-up, at the timeout, or when the caller disconnects. */
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

/**
 * `{"queue":"turns.fifo","sent":{"id":"…","body":"…",…}}`, also when a message becomes a dead letter of that queue;
 * `{"removed":["id"]}`; `{"queue":"turns.fifo","remembered":{"deduplicationId":"…",…}}` of a message removed since.
 */
const journalLine = z.union([
  z.object({ queue: z.string(), sent: sentMessage }),
  z.object({ removed: z.array(z.string()) }),
  z.object({ queue: z.string(), remembered: rememberedSend }),
]);
type JournalLine = z.infer<typeof journalLine>;

type Queues = ReadonlyMap<string, KeptQueue>;

/** The queues' messages in a file that is appended to before a call is answered. */
interface QueueJournal extends MessageKeeper {
  /** Replaces everything by these messages, at once. */
  rewrite(queues: Queues): void;
}

const linesBetweenRewrites = 10_000;

/**
 * Opens a journal. It must be rewritten before it is appended to, which takes away a line that a kill cut off.
 * @param toKeep what there is to keep when the journal has grown long
 */
export function openQueueJournal(file: string, toKeep: () => Queues): QueueJournal {
  let appended = 0;
  const rewrite = (queues: Queues) => {
    writeWholeFile(file, toText([...queues].flatMap(([queue, kept]) => linesOf(queue, kept))));
    appended = 0;
  };
  const append = (line: JournalLine) => {
    // Before the line is written, since the queues don't have its content yet.
    if (appended >= linesBetweenRewrites) rewrite(toKeep());
    appendFileSync(file, toText([line]), { mode: 0o600 });
    appended += 1;
  };
  return {
    rewrite,
    sent: (queue, sent) => append({ queue, sent }),
    removed: (removed) => {
      if (removed.length > 0) append({ removed: [...removed] });
    },
  };
}

/**
 * Returns the messages that were sent and not deleted, by queue in sending order, and the remembered deduplication
 * IDs. The last line may be cut off by a kill: it was never acknowledged.
 * @throws Error for any other invalid line
 */
export function readQueueJournal(file: string, nowMs: number): Queues {
  const messages = new Map<string, { readonly queue: string; readonly sent: SentMessage }>();
  const sends: { readonly queue: string; readonly remembered: RememberedSend }[] = [];
  for (const line of readLines(file)) {
    if ('removed' in line) for (const id of line.removed) messages.delete(id);
    else if ('remembered' in line) sends.push(line);
    else {
      // A dead letter is the last of its new queue.
      messages.delete(line.sent.id);
      messages.set(line.sent.id, line);
      sends.push(...sendsOf(line.queue, line.sent));
    }
  }
  const recent = sends.filter(({ remembered }) => remembered.sentAtMs + deduplicationMs > nowMs);
  const names = new Set([...messages.values(), ...recent].map(({ queue }) => queue));
  const ofQueue = (name: string): KeptQueue => ({
    messages: [...messages.values()].filter(({ queue }) => queue === name).map(({ sent }) => sent),
    sends: recent.filter(({ queue }) => queue === name).map(({ remembered }) => remembered),
  });
  return new Map([...names].map((name) => [name, ofQueue(name)]));
}

/** A dead letter has no sender. */
function sendsOf(queue: string, sent: SentMessage) {
  const { groupId, deduplicationId, id: messageId, sequenceNumber, sentAtMs, deadLetterSourceArn } = sent;
  if (groupId === undefined || deduplicationId === undefined || deadLetterSourceArn !== undefined) return [];
  return [{ queue, remembered: { groupId, deduplicationId, messageId, sequenceNumber, sentAtMs } }];
}

function linesOf(queue: string, { messages, sends }: KeptQueue): readonly JournalLine[] {
  const present = new Set(messages.map(({ id }) => id));
  return [
    ...sends.filter(({ messageId }) => !present.has(messageId)).map((remembered) => ({ queue, remembered })),
    ...messages.map((sent) => ({ queue, sent: sentMessage.parse(sent) })),
  ];
}

function readLines(file: string): readonly JournalLine[] {
  if (!existsSync(file)) return [];
  const texts = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return texts.map((text, n) => parseLine(text, `${file}:${n + 1}`));
}

function parseLine(text: string, place: string): JournalLine {
  try {
    return journalLine.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`the queue's journal is damaged at ${place}`, { cause });
  }
}

const toText = (lines: readonly JournalLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
