import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const optionalText = z.optional(z.string());

/** A custom attribute as the JSON protocol carries it; binary values in Base64. */
export const messageAttribute = z.object({
  DataType: z.string(),
  StringValue: optionalText,
  BinaryValue: optionalText,
});

/** Custom attributes by name. */
export type MessageAttributes = Readonly<Record<string, z.infer<typeof messageAttribute>>>;

/** The sender's message, and what the queue added. */
export const sentMessage = z.object({
  id: z.string(),
  body: z.string(),
  groupId: optionalText,
  deduplicationId: optionalText,
  attributes: z.record(z.string(), messageAttribute),
  traceHeader: optionalText,
  /** 20 digits, growing within a FIFO queue. */
  sequenceNumber: z.string(),
  sentAtMs: z.number(),
  /** Delay of a standard queue's message; a FIFO queue's is that of the queue, also when it is changed later. */
  delayS: z.number(),
  /** The queue that gave it up. */
  deadLetterSourceArn: optionalText,
});
export type SentMessage = Readonly<Omit<z.infer<typeof sentMessage>, 'attributes'>> & {
  readonly attributes: MessageAttributes;
};

/** The latest receive of a message. */
export interface Hold {
  readonly receipt: string;
  readonly receivedAtMs: number;
  readonly untilMs: number;
}

/** A message that lies in a queue. */
export type QueuedMessage = SentMessage & {
  receives: number;
  firstReceivedAtMs: number | null;
  hold: Hold | null;
};

/** Whether a consumer has it: received, not deleted, not visible again. */
export function isInFlight({ hold }: QueuedMessage, nowMs: number): boolean {
  return hold !== null && hold.untilMs > nowMs;
}

const stringValue = 1;
const binaryValue = 2;

/** MD5 of a body, which SDKs compare with what they sent. */
export function md5OfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}

/**
 * MD5 of custom attributes: sorted by name; each as name, data type, kind of value and value, with lengths before.
 * @returns nothing when there are none
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const { DataType = '', StringValue, BinaryValue } = attributes[name] ?? {};
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.from([BinaryValue === undefined ? stringValue : binaryValue]));
    add(BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64'));
  }
  return hash.digest('hex');
}

/** The persisted part of a queue: receive counts and visibility start over. */
export interface KeptQueue {
  readonly messages: readonly SentMessage[];
  readonly sends: readonly RememberedSend[];
}

/** A FIFO queue's memory of one message that was sent. */
export const rememberedSend = z.object({
  groupId: z.string(),
  deduplicationId: z.string(),
  messageId: z.string(),
  sequenceNumber: z.string(),
  sentAtMs: z.number(),
});
export type RememberedSend = Readonly<z.infer<typeof rememberedSend>>;

/**
 * A FIFO queue's deduplication interval.
 * @see
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html
 */
export const deduplicationMs = 5 * 60_000;

/** Messages sent in the last five minutes, deleted or not. */
export class DeduplicationWindow {
  readonly #sends = new Map<string, RememberedSend>();

  /** The first send of what is now sent again. @param byGroup whether the same id in another group is another message */
  find(
    groupId: string,
    deduplicationId: string,
    byGroup: boolean,
    nowMs: number,
  ): RememberedSend | undefined {
    for (const [key, { sentAtMs }] of this.#sends) {
      if (sentAtMs + deduplicationMs > nowMs) break;
      this.#sends.delete(key);
    }
    return this.#sends.get(keyOf(groupId, deduplicationId, byGroup));
  }

  add(send: RememberedSend, byGroup: boolean): void {
    this.#sends.set(keyOf(send.groupId, send.deduplicationId, byGroup), send);
  }

  all(nowMs: number): readonly RememberedSend[] {
    return [...this.#sends.values()].filter(({ sentAtMs }) => sentAtMs + deduplicationMs > nowMs);
  }
}

const keyOf = (groupId: string, deduplicationId: string, byGroup: boolean) =>
  byGroup ? `${groupId}\n${deduplicationId}` : deduplicationId;

export const noKeptQueue: KeptQueue = { messages: [], sends: [] };
