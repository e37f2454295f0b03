import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import type { MessageQueue } from './message-queue.ts';
import { invalidValue, type QueueSettings, SqsError } from './queue-settings.ts';
import type { QueueStore } from './queue-store.ts';
import { md5OfBody } from './stored-message.ts';

const message = {
  MessageBody: z.string(),
  MessageGroupId: z.optional(z.string()),
  MessageDeduplicationId: z.optional(z.string()),
  DelaySeconds: z.optional(z.int()),
  // The gateway sends no attributes: rejected, not ignored.
  MessageAttributes: z.optional(z.never()),
  MessageSystemAttributes: z.optional(z.never()),
};
type MessageInput = z.infer<ReturnType<typeof z.object<typeof message>>>;

/** All messages of a batch together. */
const batchBytes = 1_048_576;

/** The calls that put messages into queues. */
export const sendActions = (store: QueueStore) =>
  withBatch(store, 'SendMessage', message, send, (entries) => {
    const bytes = entries.reduce((sum, one) => sum + Buffer.byteLength(one.MessageBody), 0);
    if (bytes > batchBytes)
      throw new SqsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${batchBytes} bytes. You have sent ${bytes} bytes.`,
      );
  });

function send(queue: MessageQueue, input: MessageInput) {
  const { MessageBody: body } = input;
  checkMessage(body, queue.settings.maximumMessageBytes);
  const place = placeMessage(queue.settings, body, {
    groupId: input.MessageGroupId,
    deduplicationId: input.MessageDeduplicationId,
    delayS: input.DelaySeconds,
  });
  const { messageId, sequenceNumber } = queue.send({ ...place, body });
  return {
    MessageId: messageId,
    MD5OfMessageBody: md5OfBody(body),
    ...(queue.settings.isFifo && { SequenceNumber: sequenceNumber }),
  };
}

/** All that SQS takes in a body: what an XML document may hold. */
const allowedText = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
const identifier = /^[A-Za-z0-9!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]{1,128}$/;
const longestDelayS = 900;

/**
 * Refuses a message whose characters or size SQS does not take.
 * @throws SqsError InvalidMessageContents, InvalidParameterValue
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
function checkMessage(body: string, maximumBytes: number): void {
  if (body === '')
    throw new SqsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  if (!allowedText.test(body))
    throw new SqsError('InvalidMessageContents', 'Invalid characters were found in the message body.');
  if (Buffer.byteLength(body) > maximumBytes)
    throw new SqsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${maximumBytes} bytes.`,
    );
}

/** Ids and delay of a message, as its queue's type wants them. */
interface Placement {
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  readonly delayS: number;
}

/**
 * Finds a message's group, deduplication id and delay.
 * @throws SqsError MissingParameter for a FIFO queue's message without a group, InvalidParameterValue for others
 */
function placeMessage(
  settings: QueueSettings,
  body: string,
  given: { readonly [Key in keyof Placement]?: Placement[Key] | undefined },
): Placement {
  const { groupId, delayS } = given;
  for (const [name, id] of [
    ['MessageGroupId', groupId],
    ['MessageDeduplicationId', given.deduplicationId],
  ] as const)
    if (id !== undefined && !identifier.test(id))
      throw invalidValue(
        name,
        id,
        'It can only include alphanumeric and punctuation characters. 1 to 128 in length.',
      );
  if (delayS !== undefined && (delayS < 0 || delayS > longestDelayS))
    throw invalidValue('DelaySeconds', delayS, `DelaySeconds must be >= 0 and <= ${longestDelayS}.`);
  if (!settings.isFifo)
    return { groupId, deduplicationId: given.deduplicationId, delayS: delayS ?? settings.delayS };
  if (groupId === undefined)
    throw new SqsError('MissingParameter', 'The request must contain the parameter MessageGroupId.');
  if (delayS !== undefined && delayS !== 0)
    throw invalidValue(
      'DelaySeconds',
      delayS,
      'The request include parameter that is not valid for this queue type.',
    );
  return { groupId, deduplicationId: given.deduplicationId ?? contentId(settings, body), delayS: 0 };
}

function contentId({ deduplicatesByContent }: QueueSettings, body: string): string {
  if (!deduplicatesByContent)
    throw new SqsError(
      'InvalidParameterValue',
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  return createHash('sha256').update(body).digest('hex');
}

type Entry<Fields extends z.core.$ZodShape> = z.infer<z.ZodMiniObject<Fields>>;

/** A call on one message of a queue and the call on a batch of them. @param check of a batch as a whole */
export function withBatch<Name extends string, Fields extends z.core.$ZodShape>(
  store: QueueStore,
  name: Name,
  fields: Fields,
  act: (queue: MessageQueue, entry: Entry<Fields>) => object,
  check: (entries: readonly Entry<Fields>[]) => void = () => undefined,
) {
  const one = z.object(fields);
  const single = z.object({ QueueUrl: z.string() });
  const batch = z.object({ QueueUrl: z.string(), Entries: z.array(z.looseObject({ Id: z.string() })) });
  return {
    [name](input: unknown) {
      const queue = store.ofUrl(single.parse(input).QueueUrl);
      const answer = act(queue, one.parse(input));
      store.wake();
      return { ...answer };
    },
    [`${name}Batch`](input: unknown) {
      const { QueueUrl, Entries } = batch.parse(input);
      const entries = Entries.map((entry) => ({ Id: entry.Id, fields: one.parse(entry) }));
      const queue = store.ofUrl(QueueUrl);
      check(entries.map((entry) => entry.fields));
      const answer = runBatch(entries, (entry) => act(queue, entry.fields));
      store.wake();
      return answer;
    },
  } as unknown as Record<Name | `${Name}Batch`, Action>;
}

const entriesPerBatch = 10;
const entryId = /^[A-Za-z0-9_-]{1,80}$/;

/**
 * Runs the entries of a batch one by one: what is wrong with one of them fails that one alone.
 * @throws SqsError when the batch as a whole is not as it must be
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-batch-api-actions.html
 */
function runBatch<Entry extends { readonly Id: string }>(
  entries: readonly Entry[],
  run: (entry: Entry) => object,
) {
  checkEntries(entries);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function checkEntries(entries: readonly { readonly Id: string }[]): void {
  if (entries.length === 0)
    throw new SqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > entriesPerBatch)
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${entriesPerBatch}. You have sent ${entries.length}.`,
    );
  if (!entries.every(({ Id }) => entryId.test(Id)))
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same id.');
}
