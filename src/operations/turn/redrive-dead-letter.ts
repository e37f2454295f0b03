import { turnRecord } from '../../contract/queue-records.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

type Ports = Pick<Gateway, 'queue' | 'continuations' | 'deadLetters' | 'nowMs' | 'random'>;

/**
 * Resends a message that was given up, as a new one at the end of its conversation, and deletes the dead letter. A
 * second call has no effect: the turn ID is derived from the dead letter.
 * @returns whether it succeeded: an unreadable record stays
 * @see design 5.3
 */
export async function redriveDeadLetter(ports: Ports, deadLetter: DeadLetter): Promise<boolean> {
  if (deadLetter.kind !== 'turn') return false;
  // Its key has its final response: the message was given up. Whether it had run before was determined then.
  const { claim: _, triedSinceMs: __, ...record } = turnRecord.parse(JSON.parse(deadLetter.body));
  const turnId = `${record.turnId}-again-${deadLetter.id}`;
  const messageId = newMessageId(ports.nowMs, ports.random);
  const again = {
    ...record,
    turnId,
    message: { ...record.message, messageId },
    redrivenAtMs: ports.nowMs(),
  };
  const queue = deadLetter.queue === 'continuations' ? ports.continuations : ports.queue;
  await queue.send(again, turnId);
  await ports.deadLetters.drop(deadLetter);
  return true;
}
