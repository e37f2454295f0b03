import * as z from 'zod/mini';
import type { Endpoint } from '../../listen.ts';
import { type Action, startJsonEndpoint } from '../json-endpoint.ts';
import type { MessageQueue } from './message-queue.ts';
import { queueActions } from './queue-actions.ts';
import {
  invalidValue,
  type MessageKeeper,
  plainChoice,
  type ReceiveChoice,
  SqsError,
} from './queue-settings.ts';
import { openQueueJournal, QueueStore, readQueueJournal } from './queue-store.ts';
import { sendActions, withBatch } from './send-actions.ts';
import { md5OfBody, type QueuedMessage } from './stored-message.ts';

export interface LocalSqs extends Endpoint {
  /** Bodies that lie in a queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
  /** Whether a receive would return nothing, now or later. */
  isEmpty(queueUrl: string): boolean;
}

export interface SqsOptions {
  readonly nowMs?: () => number;
  /** The folder for messages; in memory without it. */
  readonly journalFile?: string | undefined;
  /** Messages of a queue that may be in flight at once. */
  readonly inFlightQuota?: number;
  /** Which messages a receive returns, where SQS promises no order. */
  readonly choose?: ReceiveChoice;
}

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const awsInFlightQuota = 120_000;
const keepsNothing: MessageKeeper = { sent: () => undefined, removed: () => undefined };

/**
 * An SQS with AWS's behaviour, speaking the JSON protocol of the SDKs. What it acknowledges is in its journal first, so
 * that it survives a killed process; receive counts and visibility start over.
 * @throws Error when the journal is damaged
 * @see design 8
 */
export async function startSqs(options: SqsOptions = {}): Promise<LocalSqs> {
  const { nowMs = Date.now, journalFile, inFlightQuota = awsInFlightQuota, choose = plainChoice } = options;
  const journal = journalFile
    ? openQueueJournal(journalFile, (): ReturnType<QueueStore['toKeep']> => store.toKeep())
    : undefined;
  const kept = journalFile ? readQueueJournal(journalFile, nowMs()) : new Map<string, never>();
  const store = new QueueStore({ nowMs, keeper: journal ?? keepsNothing, inFlightQuota, choose }, kept);
  journal?.rewrite(kept);
  let url = '';
  const endpoint = await startJsonEndpoint(
    {
      ...queueActions(store, (name) => `${url}/000000000000/${name}`),
      ...sendActions(store),
      ...receiveAction(store),
      ...settleActions(store),
    },
    '1.0',
  );
  url = endpoint.url;
  const waiting = (queueUrl: string) =>
    (store.ofName(queueUrl.split('/').at(-1) ?? '')?.all() ?? []).map(({ body }) => body);
  return { ...endpoint, waiting, isEmpty: (queueUrl) => waiting(queueUrl).length === 0 };
}

const names = z._default(z.array(z.string()), []);
const receiveInput = z.object({
  QueueUrl: z.string(),
  MaxNumberOfMessages: z._default(z.int(), 1),
  VisibilityTimeout: z.optional(z.int()),
  WaitTimeSeconds: z.optional(z.int()),
  AttributeNames: names,
  MessageSystemAttributeNames: names,
});

/** So soon is seen that a clock, which may be a test's, has gone on. */
const lookAgainMs = 50;

/** The call that takes messages from a queue. */
function receiveAction(store: QueueStore) {
  return {
    async ReceiveMessage(input, gone) {
      const asked = receiveInput.parse(input);
      const queue = store.ofUrl(asked.QueueUrl);
      checkRange('MaxNumberOfMessages', asked.MaxNumberOfMessages, 1, 10);
      checkRange('VisibilityTimeout', asked.VisibilityTimeout ?? 0, 0, 43_200);
      checkRange('WaitTimeSeconds', asked.WaitTimeSeconds ?? 0, 0, 20);
      const systemNames = [...asked.AttributeNames, ...asked.MessageSystemAttributeNames];
      const messages = await receive(store, queue, asked, gone);
      if (messages.length === 0) return {};
      return {
        Messages: messages.map((message) => ({
          MessageId: message.id,
          ReceiptHandle: receiptHandleOf(message),
          Body: message.body,
          MD5OfBody: md5OfBody(message.body),
          Attributes: systemAttributes(queue, message, systemNames),
        })),
      };
    },
  } satisfies Record<string, Action>;
}

async function receive(
  store: QueueStore,
  queue: MessageQueue,
  asked: z.infer<typeof receiveInput>,
  gone: AbortSignal,
): Promise<readonly QueuedMessage[]> {
  const waitMs = (asked.WaitTimeSeconds ?? queue.settings.waitS) * 1000;
  // Waiting is for a caller on the wire, whatever clock the queues go by.
  const endsAt = performance.now() + waitMs;
  for (;;) {
    if (gone.aborted) return [];
    // By the queue's settings at delivery, not at the request.
    const visibilityTimeoutS = asked.VisibilityTimeout ?? queue.settings.visibilityTimeoutS;
    const messages = queue.receive(asked.MaxNumberOfMessages, visibilityTimeoutS);
    if (messages.length > 0) return messages;
    // Only a standard queue reports too many messages in flight, and only to short polls.
    if (waitMs === 0 && !queue.settings.isFifo && queue.isFull())
      throw new SqsError('OverLimit', 'Too many messages are in flight.');
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return [];
    const nextMs = queue.nextVisibleAtMs() === null ? leftMs : lookAgainMs;
    await store.wait(Math.min(leftMs, nextMs), gone);
  }
}

function checkRange(name: string, value: number, min: number, max: number): void {
  if (value < min || value > max)
    throw invalidValue(name, value, `Must be between ${min} and ${max}, if provided.`);
}

function systemAttributes(queue: MessageQueue, message: QueuedMessage, asked: readonly string[]) {
  const all: Readonly<Record<string, string | undefined>> = {
    SenderId: 'local',
    SentTimestamp: String(message.sentAtMs),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAtMs),
    MessageGroupId: message.groupId,
    ...(queue.settings.isFifo && {
      SequenceNumber: message.sequenceNumber,
      MessageDeduplicationId: message.deduplicationId,
    }),
    DeadLetterQueueSourceArn: message.deadLetterSourceArn,
  };
  const wanted = Object.entries(all).filter(
    ([name, value]) => value !== undefined && (asked.includes('All') || asked.includes(name)),
  );
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted);
}

const handle = { ReceiptHandle: z.string() };
const visibility = { ...handle, VisibilityTimeout: z._default(z.int(), 0) };

/** No message is in flight for longer, all its timeouts taken together. */
const longestHoldS = 43_200;

/** The calls that say what became of a message: it is done with, or it is to be hidden for another time. */
const settleActions = (store: QueueStore) =>
  ({
    ...withBatch(store, 'DeleteMessage', handle, (queue, { ReceiptHandle }) => remove(queue, ReceiptHandle)),
    ...withBatch(store, 'ChangeMessageVisibility', visibility, (queue, entry) =>
      hide(store, queue, entry.ReceiptHandle, entry.VisibilityTimeout),
    ),
  }) satisfies Record<string, Action>;

function remove(queue: MessageQueue, receiptHandle: string): object {
  const message = deletable(queue, receiptHandle);
  if (message) queue.delete(message);
  return {};
}

function hide(store: QueueStore, queue: MessageQueue, receiptHandle: string, seconds: number): object {
  if (seconds < 0 || seconds > longestHoldS)
    throw invalidValue('VisibilityTimeout', seconds, `Must be between 0 and ${longestHoldS}, if provided.`);
  const message = hideable(queue, receiptHandle);
  const heldMs = store.nowMs() - (message.hold?.receivedAtMs ?? 0);
  if (heldMs + seconds * 1000 > longestHoldS * 1000)
    throw new SqsError(
      'InvalidParameterValue',
      `Value ${seconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [${longestHoldS} seconds].`,
    );
  queue.hideFor(message, seconds);
  return {};
}

/** Returns the receipt handle of a received message. */
function receiptHandleOf({ id, hold }: QueuedMessage): string {
  return Buffer.from(`${id} ${hold?.receipt ?? ''}`).toString('base64');
}

/** Parses a receipt handle. @throws SqsError ReceiptHandleIsInvalid */
function readReceiptHandle(handle: string): { readonly messageId: string; readonly receipt: string } {
  const [messageId, receipt, ...rest] = Buffer.from(handle, 'base64').toString().split(' ');
  if (!messageId || !receipt || rest.length > 0)
    throw new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not valid.`);
  return { messageId, receipt };
}

/**
 * Returns the message that a receipt handle may delete; null if it was already deleted or, in a standard queue,
 * received again.
 * @throws SqsError ReceiptHandleIsInvalid for an invalid handle, InvalidParameterValue for a FIFO queue's handle
 * whose visibility timeout is over
 */
function deletable(queue: MessageQueue, handle: string): QueuedMessage | null {
  const { messageId, receipt } = readReceiptHandle(handle);
  const message = queue.find(messageId);
  if (!message) return null;
  const isLatest = message.hold?.receipt === receipt;
  if (queue.settings.isFifo && !(isLatest && queue.isInFlight(message)))
    throw invalidValue('ReceiptHandle', handle, 'The receipt handle has expired.');
  return isLatest ? message : null;
}

/**
 * The message whose visibility a handle lets its consumer change.
 * @throws SqsError ReceiptHandleIsInvalid, MessageNotInflight, InvalidParameterValue as SQS does
 */
function hideable(queue: MessageQueue, handle: string): QueuedMessage {
  const { messageId, receipt } = readReceiptHandle(handle);
  const message = queue.find(messageId);
  if (!message || (queue.settings.isFifo && message.hold?.receipt !== receipt))
    throw invalidValue(
      'ReceiptHandle',
      handle,
      'Message does not exist or is not available for visibility timeout change.',
    );
  if (message.hold?.receipt !== receipt || !queue.isInFlight(message))
    throw new SqsError('MessageNotInflight', "The specified message isn't in flight.");
  return message;
}
