import { type DeadLetter, deadLetterQueue } from '../aws/dead-letters.ts';
import type { QueuePair, Target } from './target.ts';

/** A dead letter and the queue that it comes from. */
export interface ListedLetter extends DeadLetter {
  readonly queue: QueuePair['name'];
}

/** The first dead letters of every conversation, and about how many there are in all; nothing is moved. */
export async function listDeadLetters(
  { clients }: Target,
  pair: QueuePair,
): Promise<{ readonly total: number; readonly letters: readonly ListedLetter[] }> {
  const queue = deadLetterQueue(clients.sqs, pair);
  const total = await queue.count();
  const taken: DeadLetter[] = [];
  if (total > 0) {
    try {
      for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) taken.push(...batch);
    } finally {
      await queue.release(taken);
    }
  }
  return { total, letters: taken.map((letter) => ({ ...letter, queue: pair.name })) };
}
