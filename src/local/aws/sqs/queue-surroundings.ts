import type { QueuedMessage, SentMessage } from './stored-message.ts';

/** What queues share. */
export interface QueueSurroundings {
  readonly nowMs: () => number;
  /** Writes down what changes, before it changes. */
  readonly keeper: MessageKeeper;
  /** Messages of a queue that consumers may have at once; a FIFO queue looks for groups among as many. */
  readonly inFlightQuota: number;
  readonly choose: ReceiveChoice;
  /** The queue that an ARN names. */
  readonly findQueue: (arn: string) => DeadLetterTarget | undefined;
}

/** Receives dead letters. */
export interface DeadLetterTarget {
  takeDeadLetter(message: QueuedMessage, sourceArn: string): void;
}

/** Keeps messages beyond the process. */
export interface MessageKeeper {
  sent(queueName: string, message: SentMessage): void;
  removed(messageIds: readonly string[]): void;
}

/** SQS promises neither which groups a receive is of, nor that it is full. */
export interface ReceiveChoice {
  order<Group>(groups: readonly Group[]): readonly Group[];
  atMost(max: number): number;
}

/** The longest waiting group first, and as many messages as fit. */
export const plainChoice: ReceiveChoice = { order: (groups) => groups, atMost: (max) => max };

/** Any order, and now and then fewer messages than there are. @param random from 0 to below 1 */
export function randomChoice(random: () => number): ReceiveChoice {
  const fullShare = 0.5;
  return {
    order: (groups) =>
      groups
        .map((group) => ({ group, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ group }) => group),
    atMost: (max) => (random() < fullShare ? max : 1 + Math.floor(random() * max)),
  };
}
