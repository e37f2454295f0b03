import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const optionalText = z.optional(z.string());

/** The sender's message, and what the queue added. */
export const sentMessage = z.object({
  id: z.string(),
  body: z.string(),
  groupId: optionalText,
  deduplicationId: optionalText,
  /** 20 digits, growing within a FIFO queue. */
  sequenceNumber: z.string(),
  sentAtMs: z.number(),
  /** Delay of a standard queue's message; a FIFO queue's is that of the queue, also when it is changed later. */
  delayS: z.number(),
  /** The queue that gave it up. */
  deadLetterSourceArn: optionalText,
});
export type SentMessage = Readonly<z.infer<typeof sentMessage>>;

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

/** MD5 of a body, which SDKs compare with what they sent. */
export function md5OfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
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
