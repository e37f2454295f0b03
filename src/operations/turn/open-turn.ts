import { limits } from '../../contract/limits.ts';
import { keptAppointment } from '../../domain/appointment.ts';
import type { Conversation, OpenTurn } from '../../domain/conversation.ts';
import { isAcknowledged } from '../../domain/waiting.ts';
import type { FlowState } from '../../engine/interfaces.ts';

type Stored = Conversation<FlowState>;

/**
 * The conversation with a turn persisted at its step: whoever has its record may go on there.
 * @param runsUntilMs how long its process may go on with it: past the lease of a request where it comes by the queue
 * @see design 5.4
 */
export function withOpenTurn(
  before: Stored,
  turn: Pick<OpenTurn<FlowState>, 'record' | 'messageId' | 'state' | 'reached'>,
  nowMs: number,
  runsUntilMs = 0,
): Stored {
  const queued = isAcknowledged(before, turn.record.turnId);
  const leaseUntilMs = Math.max(nowMs + limits.idempotencyLeaseMs, runsUntilMs);
  const openTurn = { ...turn, queued, leaseUntilMs };
  const next = { ...before, version: before.version + 1, openTurn };
  // One that nobody was promised needs no visit: its message is sent again, or not.
  return queued ? { ...next, dueAtMs: keptAppointment(before.dueAtMs, next, nowMs) } : next;
}
