import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { hasWaiting, isAcknowledged } from '../../domain/waiting.ts';
import type { FlowState } from '../../engine/interfaces.ts';

type Stored = Conversation<FlowState>;

/** Another turn that must end first; one whose handler died before it was acknowledged does not count. */
export function otherOpenTurn(conversation: Stored, { turnId }: TurnRecord, nowMs: number) {
  const open = conversation.openTurn;
  if (!open || open.record.turnId === turnId) return null;
  return isAcknowledged(conversation, open.record.turnId) || open.leaseUntilMs > nowMs ? open : null;
}

/** Whether a turn waits on the queue, where the one that is open goes on. */
export function mustQueue(
  conversation: Stored,
  open: Stored['openTurn'],
  { from }: { readonly from: 'request' | 'queue' },
): boolean {
  if (from === 'request') return hasWaiting(conversation);
  return open !== null && isAcknowledged(conversation, open.record.turnId);
}
