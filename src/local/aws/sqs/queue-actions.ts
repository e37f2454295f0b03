import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import type { MessageQueue } from './message-queue.ts';
import {
  invalidAttribute,
  invalidValue,
  type QueueAttributes,
  readSettings,
  SqsError,
  standardAttributes,
} from './queue-settings.ts';
import type { QueueStore } from './queue-store.ts';
import { isInFlight } from './stored-message.ts';

const attributes = z._default(z.record(z.string(), z.string()), {});
const named = z.object({ QueueName: z.string() });
const createInput = z.object({ QueueName: z.string(), Attributes: attributes });
const addressed = z.object({ QueueUrl: z.string() });
const getInput = z.object({ QueueUrl: z.string(), AttributeNames: z._default(z.array(z.string()), []) });
const setInput = z.object({ QueueUrl: z.string(), Attributes: attributes });
const purgeEveryMs = 60_000;

/** The calls that make, change and find queues. @param urlOf address of a queue by its name */
export function queueActions(store: QueueStore, urlOf: (name: string) => string) {
  return {
    CreateQueue(input) {
      const { QueueName, Attributes } = createInput.parse(input);
      return { QueueUrl: urlOf(create(store, QueueName, Attributes).name) };
    },
    GetQueueUrl(input) {
      return { QueueUrl: urlOf(store.ofUrl(named.parse(input).QueueName).name) };
    },
    GetQueueAttributes(input) {
      const { QueueUrl, AttributeNames } = getInput.parse(input);
      return { Attributes: attributesOf(store, store.ofUrl(QueueUrl), AttributeNames) };
    },
    SetQueueAttributes(input) {
      const { QueueUrl, Attributes } = setInput.parse(input);
      change(store, store.ofUrl(QueueUrl), Attributes);
      store.wake();
      return {};
    },
    PurgeQueue(input) {
      const queue = store.ofUrl(addressed.parse(input).QueueUrl);
      if (store.nowMs() - queue.purgedAtMs < purgeEveryMs)
        throw new SqsError(
          'PurgeQueueInProgress',
          `Only one PurgeQueue operation on ${queue.name} is allowed every 60 seconds.`,
        );
      queue.purge();
      return {};
    },
  } satisfies Record<string, Action>;
}

function create(store: QueueStore, name: string, given: QueueAttributes): MessageQueue {
  checkName(name, given.FifoQueue === 'true');
  checkDeadLetters(store, given);
  const known = store.ofName(name);
  if (!known) return store.create(name, given);
  const present: QueueAttributes = { ...standardAttributes(known.settings.isFifo), ...known.attributes };
  if (Object.entries(given).some(([attribute, value]) => present[attribute] !== value))
    throw new SqsError(
      'QueueNameExists',
      'A queue already exists with the same name and a different value for some attribute.',
    );
  return known;
}

function checkName(name: string, isFifo: boolean): void {
  const isGood = isFifo ? /^[\w-]{1,75}\.fifo$/.test(name) : /^[\w-]{1,80}$/.test(name);
  if (!isGood)
    throw invalidValue(
      'QueueName',
      name,
      'Only alphanumeric characters, hyphens and underscores, 1 to 80 in length; a FIFO queue ends with .fifo.',
    );
}

function change(store: QueueStore, queue: MessageQueue, given: QueueAttributes): void {
  if (given.FifoQueue !== undefined) throw invalidAttribute('FifoQueue');
  const merged = { ...queue.attributes, ...given };
  const settings = readSettings(merged);
  checkDeadLetters(store, merged);
  queue.attributes = merged;
  queue.settings = settings;
  queue.changedAtMs = store.nowMs();
}

/** The dead letters of a FIFO queue go to a FIFO queue, those of a standard queue to a standard one. */
function checkDeadLetters(store: QueueStore, given: QueueAttributes): void {
  const { isFifo, deadLetters } = readSettings(given);
  if (!deadLetters) return;
  if (store.ofArn(deadLetters.arn)?.settings.isFifo !== isFifo) throw invalidAttribute('RedrivePolicy');
}

function attributesOf(store: QueueStore, queue: MessageQueue, asked: readonly string[]) {
  const all: QueueAttributes = {
    ...standardAttributes(queue.settings.isFifo),
    ...queue.attributes,
    QueueArn: queue.arn,
    CreatedTimestamp: String(Math.floor(queue.createdAtMs / 1000)),
    LastModifiedTimestamp: String(Math.floor(queue.changedAtMs / 1000)),
    ...countMessages(queue, store.nowMs()),
  };
  // An empty policy takes one away.
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => value !== '' && (asked.includes('All') || asked.includes(name)),
    ),
  );
}

/** A queue's messages that are visible, in flight, and delayed, under their names as attributes. */
function countMessages(queue: MessageQueue, nowMs: number): Readonly<Record<string, string>> {
  const messages = queue.all();
  const inFlight = messages.filter((message) => isInFlight(message, nowMs)).length;
  const hidden = messages.filter((message) => queue.visibleAtMs(message) > nowMs).length;
  return {
    ApproximateNumberOfMessages: String(messages.length - hidden),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(hidden - inFlight),
  };
}
