import { limits } from '../../contract/limits.ts';
import { idleDeadlineMs } from '../../domain/appointment.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import { runsOutAtMs } from '../../domain/idle-end.ts';
import { announcementOf } from '../../domain/turn-effects.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { endRun, withEndedRun } from './end-run.ts';
import { reportSettled } from './report-turn.ts';
import { patientMs, type SettlePorts } from './settle-turn.ts';

type Stored = Conversation<FlowState>;

/** The same whoever writes or tells it, and whenever: made of nothing but what is stored. */
function endOf(stored: Stored) {
  return {
    turnId: `expired-${stored.lastMessageId}`,
    correlationId: `expired-${stored.conversationId}`,
    outcome: 'expired',
    atMs: idleDeadlineMs(stored),
  } as const;
}

/**
 * Ends a run whose time is over before anything else is written of its conversation: the schedule may have announced its
 * end already. Whoever writes asks first, and goes on with what is stored then.
 * @returns whether the conversation must be read again
 * @see docs/decisions/schedule.md
 */
export async function endIfIdle(gateway: SettlePorts, stored: Stored | null): Promise<boolean> {
  if (!stored?.state || runsOutAtMs(stored) > gateway.nowMs()) return false;
  try {
    // What waits is too old to be run.
    await endRun(gateway, { ...stored, waiting: [] }, stored.state, endOf(stored));
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
  }
  return true;
}

/**
 * For the schedule: whether nobody may write in a run any more who has read it before it was over. A turn that was begun
 * before the deadline is committed within its function's time, and clocks differ: only behind both is an end announced
 * that is not written yet.
 */
export function isLongIdle(stored: Stored, nowMs: number): stored is Stored & { readonly state: FlowState } {
  return runsOutAtMs(stored) + limits.idleEndMarginMs <= nowMs;
}

/**
 * Announces the end of a run that has long been idle, then writes it, once, with nothing left to be done. Whoever dies in
 * between, or loses to another writer, has announced nothing but what that one, or the next visit, tells in the same words.
 * @throws VersionConflictError when the conversation has been written meanwhile
 * @throws what the bus throws: nothing is written then
 */
export async function endLongIdle(
  gateway: SettlePorts,
  stored: Stored & { readonly state: FlowState },
): Promise<void> {
  const ended = withEndedRun(gateway, { ...stored, outbox: [] }, stored.state, endOf(stored));
  const events = ended.outbox.flatMap(announcementOf);
  await gateway.patience.within(patientMs, () => gateway.bus.publish(events));
  await gateway.conversations.save({ ...ended, outbox: [], dueAtMs: null });
  for (const turn of ended.outbox) reportSettled(gateway, turn, events.length);
}
