/** A custom attribute as the JSON protocol carries it; binary values in Base64. */
export interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string | undefined;
  readonly BinaryValue?: string | undefined;
}

/** Custom attributes by name. */
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

/** What a sender gave, and what the queue added when it took it. */
export interface SentMessage {
  readonly id: string;
  readonly body: string;
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
  readonly attributes: MessageAttributes;
  readonly traceHeader?: string | undefined;
  /** 20 digits, growing within a FIFO queue. */
  readonly sequenceNumber: string;
  readonly sentAtMs: number;
  /** Delay of a standard queue's message; a FIFO queue's is that of the queue, also when it is changed later. */
  readonly delayS: number;
  /** The queue that gave it up. */
  readonly deadLetterSourceArn?: string | undefined;
}

/** The latest receive of a message. */
export interface Hold {
  readonly receipt: string;
  readonly receivedAtMs: number;
  readonly untilMs: number;
}

/** A message that lies in a queue. */
export interface QueuedMessage extends SentMessage {
  receives: number;
  firstReceivedAtMs: number | null;
  hold: Hold | null;
}

/** Whether a consumer has it: received, not deleted, and not visible again. */
export function isInFlight({ hold }: QueuedMessage, nowMs: number): boolean {
  return hold !== null && hold.untilMs > nowMs;
}
