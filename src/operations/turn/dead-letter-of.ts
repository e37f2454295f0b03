import type { CommittedTurn } from '../../domain/conversation.ts';
import type { DeadLetter } from '../../ports/dead-letters.ts';

/** The dead letter of a turn that was given up; null for any other. The same each time. @see design 5.3 */
export function deadLetterOf(turn: CommittedTurn): DeadLetter | null {
  const { tenantId, conversationId, failed, correlationId, committedAtMs, expiresAtS } = turn;
  if (!failed?.record) return null;
  return {
    tenantId,
    conversationId,
    id: turn.inbound?.id ?? turn.turnId,
    queue: turn.channel === 'webchat' ? 'continuations' : 'turns',
    kind: 'turn',
    reason: failed.reason,
    attempts: failed.attempts,
    deadAtMs: committedAtMs,
    expiresAtS,
    correlationId,
    body: JSON.stringify(failed.record),
  };
}
