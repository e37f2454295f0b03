import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import { remembersTurn } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { findLogged } from './committed-before.ts';
import { isStaleWake } from './wake-record.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** More than the clocks of two functions differ by. */
const slackMs = 60_000;

type Ports = Pick<Gateway, 'turnLog' | 'log' | 'metrics' | 'nowMs'>;
type Stored = Conversation<FlowState>;

/** Whether nothing is to be done any more for a record of the queue: its turn has ended, or its wake comes too late. */
export async function isOver(gateway: Ports, conversation: Stored, record: TurnRecord): Promise<boolean> {
  const isKnown = remembersTurn(conversation, record.turnId) || isStaleWake(conversation, record);
  return isKnown || wasServed(gateway, conversation, record);
}

/**
 * Whether the turn of a message that an earlier delivery may have queued is over: run or given up, and forgotten by its
 * conversation since. The queue shows it only when that one is done with, so that the log tells. Of a message that was
 * first tried before the log begins nobody can tell, and it is not run: twice would be worse.
 * @see docs/decisions/webhook-ingress.md
 */
async function wasServed(
  gateway: Ports,
  conversation: Stored,
  { triedSinceMs, turnId, message, retentionDays }: TurnRecord,
): Promise<boolean> {
  if (triedSinceMs === undefined) return false;
  if (triedSinceMs <= gateway.nowMs() - retentionDays * dayMs) {
    const { tenantId, channel, conversationId, correlationId } = message;
    const fields = { tenantId, channel, conversationId, correlationId, turnId };
    gateway.log.warn('a message first tried before the log begins is dropped: it may have run', fields);
    gateway.metrics.count('MessagesGivenUp', { tenantId, channel });
    return true;
  }
  const since = leastIdAt(triedSinceMs - slackMs);
  return (await findLogged(gateway, conversation, turnId, since, 'now')) !== null;
}
