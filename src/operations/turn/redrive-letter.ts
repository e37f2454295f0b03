import { turnRecord } from '../../contract/queue-records.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

type Ports = Pick<Gateway, 'queue' | 'continuations' | 'deadLetters' | 'nowMs' | 'random'>;

/**
 * Sends a message that was given up once more, as a new one at the end of its conversation, and forgets the letter.
 * Doing it twice runs it once: its turn is named after the letter.
 * @returns whether it succeeded: an unreadable record stays
 * @see design 5.3
 */
export async function redriveLetter(ports: Ports, letter: DeadLetter): Promise<boolean> {
  if (letter.kind !== 'turn') return false;
  // Its key has its final answer: that the message was given up. And whether it had run before was told then.
  const { claim: _, triedSinceMs: __, ...record } = turnRecord.parse(JSON.parse(letter.body));
  const turnId = `${record.turnId}-again-${letter.id}`;
  const messageId = newMessageId(ports.nowMs, ports.random);
  const again = {
    ...record,
    turnId,
    message: { ...record.message, messageId },
    redrivenAtMs: ports.nowMs(),
  };
  const queue = letter.queue === 'continuations' ? ports.continuations : ports.queue;
  await queue.send(again, turnId);
  await ports.deadLetters.drop(letter);
  return true;
}
